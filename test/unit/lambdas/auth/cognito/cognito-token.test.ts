import { describe, expect, it } from '@jest/globals';
import { cognitoIdentityOf } from 'lambdas/auth/cognito/cognito-token';

const claims = {
  sub: 'sub-1',
  email: 'ann@example.org',
  email_verified: true,
  'cognito:username': 'sub-1',
  aud: 'client-1',
  token_use: 'id',
};
const token = (content: object) => `e30.${Buffer.from(JSON.stringify(content)).toString('base64url')}.x`;

describe('cognitoIdentityOf', () => {
  it('reads the identity of an ID token', () => {
    expect(cognitoIdentityOf(token(claims), 'client-1')).toEqual({
      subject: 'sub-1',
      email: 'ann@example.org',
      providerUsername: 'sub-1',
    });
  });

  it.each([
    ['of another client', { ...claims, aud: 'client-2' }, 'another client'],
    ['for access', { ...claims, token_use: 'access' }, 'token_use'],
    ['without a subject', { ...claims, sub: '' }, 'sub'],
    ['with an unverified address', { ...claims, email_verified: false }, 'email_verified'],
    ['whose email_verified is a text', { ...claims, email_verified: 'true' }, 'email_verified'],
    ['without an address', { ...claims, email: undefined }, 'email'],
  ])('refuses an ID token %s', (_, content, problem) => {
    expect(() => cognitoIdentityOf(token(content), 'client-1')).toThrow(problem);
  });

  it.each([
    ['', 'JSON'],
    ['a.b', 'JSON'],
    ['e30.e30.x', 'sub'],
  ])('refuses %j as an ID token', (text, problem) => {
    expect(() => cognitoIdentityOf(text, 'client-1')).toThrow(problem);
  });
});
