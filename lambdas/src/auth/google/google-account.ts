import type { Account, Profile } from '../sessions/session.ts';

/** What Google vouches for. */
export interface GoogleIdentity {
  subject: string;
  email: string;
  /** Google has seen that the address is theirs. */
  isVerified: boolean;
  name: string | undefined;
  picture: string | undefined;
}

export const googleUserId = (subject: string) => `google|${subject}`;

/**
 * The address on the owner's list by which somebody comes in, or undefined. At first it is the one that Google has
 * verified; from then on the one that they first came in with, whatever their account is called by now. Taking it off
 * the list keeps them out.
 */
export function allowedAddress(users: readonly string[], identity: GoogleIdentity, account: Account | undefined) {
  const address = account ? account.email : identity.isVerified ? addressOf(identity.email) : undefined;
  return address !== undefined && isAllowed(users, address) ? address : undefined;
}

export const isAllowed = (users: readonly string[], address: string) =>
  users.some((user) => addressOf(user) === address);

const addressOf = (email: string) => email.trim().toLowerCase();

export const googleProfile = ({ subject, email, name, picture }: GoogleIdentity, address: string): Profile => ({
  userId: googleUserId(subject),
  name: nameIn(name) ?? email.slice(0, email.indexOf('@')),
  avatarUrl: pictureOf(picture),
  provider: 'google',
  email: address,
});

const nameIn = (name = '') => /\S.{0,99}/s.exec(name)?.[0].trimEnd();

/** Only from where the page may load pictures: any other address would be told who looks. */
const pictureOf = (picture = '') =>
  /^https:\/\/lh3\.googleusercontent\.com\/[\w./=-]+$/.test(picture) ? picture : null;
