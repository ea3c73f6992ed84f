/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { groupByFour, otpauthUri } from 'web/features/auth/authenticator/secret.tsx';

describe('groupByFour', () => {
  it('groups a secret by four characters', () => {
    expect(groupByFour('ABCDEFGHIJ')).toBe('ABCD EFGH IJ');
    expect(groupByFour('ABCD')).toBe('ABCD');
  });
});

describe('otpauthUri', () => {
  it('encodes the names of site and account', () => {
    expect(otpauthUri('my site', 'ann+1@example.com', 'ABCD')).toBe(
      'otpauth://totp/my%20site:ann%2B1%40example.com?secret=ABCD&issuer=my%20site',
    );
  });
});
