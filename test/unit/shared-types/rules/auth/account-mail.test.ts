import { describe, expect, it } from '@jest/globals';
import { accountMail, type AccountNotice } from 'shared-types/rules/auth/account-mail';

const notice: AccountNotice = {
  kind: 'passwordChanged',
  timeMs: Date.parse('2026-11-22T20:05:59Z'),
  browser: 'Firefox',
  network: '198.51.100.0/24',
  siteName: 'Lighthouse',
  origin: 'https://home.example',
  hasPassword: true,
};

describe('the mail about an event of an account', () => {
  it('says what happened, when, from where and what to do', () => {
    expect(accountMail(notice)).toEqual({
      subject: 'Lighthouse: Password changed',
      text: [
        'The password of your account was changed in a signed-in browser. All other sessions have ended.',
        'Site: Lighthouse\nTime: 2026-11-22 20:05 UTC\nBrowser: Firefox\nNetwork: 198.51.100.0/24',
        'If this was you, you can ignore this email.',
        'If it was not you: open https://home.example/auth, end the sessions that you do not recognize, and change your password. If you cannot sign in, choose "Forgot your password?" there. Then tell the owner of the site.',
      ].join('\n\n'),
    });
  });

  it.each(['灯塔', 'Léa’s site', ' ', 'x'.repeat(99), 'a\nb'])(
    'leaves the name %j out of a subject that SNS would refuse, and keeps it in the text',
    (siteName) => {
      const mail = accountMail({ ...notice, siteName });
      expect(mail?.subject).toBe('Password changed');
      expect(mail?.text).toContain(`Site: ${siteName}\n`);
    },
  );

  it('names no browser and no network for an act of the operator', () => {
    const mail = accountMail({ ...notice, kind: 'authenticatorReset', network: '', origin: undefined });
    expect(mail?.text).not.toMatch(/Browser|Network/);
    expect(mail?.text).toContain('sign in to the site, end');
  });

  it('sends the owner of a Google account to Google', () => {
    const text = accountMail({ ...notice, kind: 'signIn', hasPassword: false })?.text;
    expect(text).toContain('Change the password of your Google account');
    expect(text).not.toContain('Forgot');
  });

  it('is sent for no event that the owner need not know', () => {
    expect(accountMail({ ...notice, kind: 'signOut' })).toBeUndefined();
  });
});
