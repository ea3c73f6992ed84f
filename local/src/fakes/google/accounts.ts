import { createHash } from 'node:crypto';

/** Somebody with a Google account, as Google would speak of them. */
export interface GoogleAccount {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
}

/** As many digits as Google's have. The same address is always the same account. */
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

/** Who may come in where nothing else is said. Of one of them Google has not seen that the address is theirs. */
export const listedUsers = ['ann@home.example', 'cy@home.example'];

const residents = [
  account('ann@home.example', 'Ann Example'),
  account('bo@elsewhere.example', 'Bo Stranger'),
  account('cy@home.example', 'Cy Unverified', false),
];

/** Those whom the chooser offers: whoever is on the list has an account. */
export const accountsFor = (users: readonly string[]): GoogleAccount[] => [
  ...residents,
  ...users
    .filter((email) => residents.every((resident) => resident.email !== email))
    .map((email) => account(email, email.slice(0, email.indexOf('@')))),
];
