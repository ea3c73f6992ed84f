import { createHash } from 'node:crypto';

/** The claims of a Google account. */
export interface GoogleAccount {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
}

/** Google's subjects have 21 digits. The same address always has the same subject. */
const subjectOf = (email: string) =>
  BigInt(`0x${createHash('sha256').update(email).digest('hex')}`)
    .toString()
    .slice(0, 21);

const account = (email: string, name: string, email_verified = true): GoogleAccount => ({
  sub: subjectOf(email),
  email,
  email_verified,
  name,
});

/** The users that a site lets in by default. Google has not verified the address of the second one. */
export const listedUsers = ['ann@home.example', 'cy@home.example'];

const knownAccounts = [
  account('ann@home.example', 'Ann Example'),
  account('bo@elsewhere.example', 'Bo Stranger'),
  account('cy@home.example', 'Cy Unverified', false),
];

/** Returns the accounts that the chooser offers. Each listed user has one. */
export const accountsFor = (users: readonly string[]): GoogleAccount[] => [
  ...knownAccounts,
  ...users
    .filter((email) => knownAccounts.every((known) => known.email !== email))
    .map((email) => account(email, email.slice(0, email.indexOf('@')))),
];
