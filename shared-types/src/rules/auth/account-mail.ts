import type { AuditKind, BrowserFamily } from '../audit.ts';

/** An event of an account, as its owner is told about it by mail. */
export interface AccountNotice {
  kind: AuditKind;
  timeMs: number;
  browser: BrowserFamily;
  /** The coarse network; empty for an act of the operator. */
  network: string;
  siteName: string;
  /** The site's address, if it is known. */
  origin: string | undefined;
  /** Google keeps the password of a Google account. */
  hasPassword: boolean;
}

/** The message attribute by which the filter policy of a subscription picks the mails of its address: the hash of the address. */
export const accountMailAttribute = 'account';

export interface AccountMail {
  subject: string;
  text: string;
}

interface Words {
  subject: string;
  sentence: string;
}

const words: Partial<Record<AuditKind, Words>> = {
  signIn: {
    subject: 'Sign-in in a new browser',
    sentence: 'Your account was used to sign in from a new browser.',
  },
  sessionMoved: {
    subject: 'Session used in another browser',
    sentence:
      'A session of your account was used in a different browser from the one that signed in. Signing out ends it in both.',
  },
  passwordReset: {
    subject: 'Password reset',
    sentence: 'The password of your account was reset with a code from an email. All its sessions have ended.',
  },
  passwordChanged: {
    subject: 'Password changed',
    sentence: 'The password of your account was changed in a signed-in browser. All other sessions have ended.',
  },
  authenticatorSet: {
    subject: 'Authenticator set up',
    sentence: 'An authenticator app was set up for your account.',
  },
  authenticatorChanged: {
    subject: 'Authenticator changed',
    sentence: 'Your account has a new authenticator app. Codes from the previous one no longer work.',
  },
  authenticatorReset: {
    subject: 'Authenticator removed',
    sentence:
      'The operator of the site removed the authenticator of your account. Your next sign-in sets up a new one.',
  },
};

/** SNS takes printable ASCII of less than a hundred characters: see the subject in docs.aws.amazon.com/sns/latest/api/API_Publish.html */
const isSubject = (text: string) => text.length < 100 && /^[!-~][ -~]*$/.test(text);

/** Composes the mail about an event; undefined for an event that no mail tells. It has no secret, address or name of an account. */
export function accountMail(notice: AccountNotice): AccountMail | undefined {
  const { kind, timeMs, browser, network, siteName, origin, hasPassword } = notice;
  const told = words[kind];
  if (!told) return undefined;
  const named = `${siteName}: ${told.subject}`;
  const time = new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ');
  const facts = [
    `Site: ${siteName}`,
    `Time: ${time} UTC`,
    ...(network === '' ? [] : [`Browser: ${browser === 'other' ? 'unknown' : browser}`, `Network: ${network}`]),
  ];
  const account = origin === undefined ? 'sign in to the site' : `open ${origin}/auth`;
  const recover = hasPassword
    ? 'If you cannot sign in, choose "Forgot your password?" there.'
    : 'Change the password of your Google account, and end its sessions at Google.';
  const text = [
    told.sentence,
    facts.join('\n'),
    'If this was you, you can ignore this email.',
    `If it was not you: ${account}, end the sessions that you do not recognize${hasPassword ? ', and change your password' : ''}. ${recover} Then tell the owner of the site.`,
  ].join('\n\n');
  return { subject: isSubject(named) ? named : told.subject, text };
}
