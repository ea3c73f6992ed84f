import { describe, expect, it } from '@jest/globals';
import { newInvitationRow } from 'infra/operator/invitation';

const now = new Date(Date.UTC(2026, 0, 1));

describe('newInvitationRow', () => {
  it('makes codes of 130 random bits in readable groups', () => {
    const codes = Array.from({ length: 500 }, () => newInvitationRow(now).code);
    expect(new Set(codes).size).toBe(500);
    for (const code of codes) expect(code).toMatch(/^([A-HJ-NP-Z2-9]{5}-){5}[A-HJ-NP-Z2-9]$/);
  });

  it('can add a prefix to a code', () => {
    expect(newInvitationRow(now, 'LOCAL').code).toMatch(/^LOCAL-/);
  });

  it('stores no part of the code and expires in a week', () => {
    const { code, row, expiresAtMs } = newInvitationRow(now);
    expect(expiresAtMs).toBe(now.getTime() + 7 * 86_400_000);
    const stored = JSON.stringify(row);
    for (const group of code.split('-').filter(({ length }) => length > 4)) expect(stored).not.toContain(group);
    expect(row.pk.S).toMatch(/^INVITE#[0-9a-f]{64}$/);
  });
});
