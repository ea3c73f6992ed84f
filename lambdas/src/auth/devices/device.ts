import { isToken, sha256 } from '../../platform/token.ts';

/** A browser that has signed in before. */
export interface Device {
  /** A hash of the cookie's value. */
  id: string;
  /** The usernames of its users with a password, and the ids of those with a Google account. */
  usernames: string[];
}

/** A browser is remembered for its last five users. For every other user it counts as an unknown browser. */
const maxUsernames = 5;

/**
 * Returns the browser after the sign-in of a user. A browser that is new to this user gets another token, so that a
 * planted token makes no other browser a known one.
 */
export function rememberUser(known: Device | undefined, username: string, newToken: () => string) {
  const usernames = [...(known?.usernames ?? []).filter((name) => name !== username), username].slice(-maxUsernames);
  if (known?.usernames.includes(username)) return { device: { id: known.id, usernames }, token: undefined };
  const token = newToken();
  return { device: { id: sha256(token), usernames }, token };
}

/** Returns the id of a browser for the value of its cookie, or undefined if the value is malformed. */
export const deviceIdOf = (token: string) => (isToken(token) ? sha256(token) : undefined);
