import { addressOf, isListed } from 'shared-types/rules/auth/google-users';
import type { Account, Profile } from './account.ts';

/** The claims of Google's ID token. */
export interface GoogleIdentity {
  subject: string;
  email: string;
  /** Google has verified the address. */
  isVerified: boolean;
  name: string | undefined;
  picture: string | undefined;
  issuedAtMs: number;
  /** When the user last signed in at Google. Google tells it to verified clients with session age claims only. */
  authenticatedAtMs: number | undefined;
}

export const googleUserId = (subject: string) => `google|${subject}`;

/**
 * Returns the address on the owner's list that allows an account to sign in, or undefined. At the first sign-in it is the
 * address that Google has verified. Afterwards it stays that first address, even if the account's address changes at
 * Google, so that removing it from the list ends the access.
 */
export function allowedAddress(users: readonly string[], identity: GoogleIdentity, account: Account | undefined) {
  const address = account ? account.email : identity.isVerified ? addressOf(identity.email) : undefined;
  return address !== undefined && isListed(users, address) ? address : undefined;
}

export const googleProfile = ({ subject, email, name, picture }: GoogleIdentity, address: string): Profile => ({
  userId: googleUserId(subject),
  name: displayNameOf(name) ?? email.slice(0, email.indexOf('@')),
  avatarUrl: pictureOf(picture),
  provider: 'google',
  email: address,
});

const displayNameOf = (name = '') => /\S.{0,99}/s.exec(name)?.[0].trimEnd();

/** Allows only Google's image host, because every host of a picture learns the addresses of the page's visitors. */
const pictureOf = (picture = '') =>
  /^https:\/\/lh3\.googleusercontent\.com\/[\w./=-]+$/.test(picture) ? picture : null;
