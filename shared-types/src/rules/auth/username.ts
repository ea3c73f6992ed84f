/** The form shows this text after the field of a new username loses focus. */
export const usernameMessage = 'username should be an email address';

/** Normalizes a username: case and surrounding spaces do not matter. */
export const usernameOf = (typed: string) => typed.trim().toLowerCase();

/** Tells whether Cognito can send a confirmation code to this address. */
export const isUsername = (username: string) =>
  username.length <= 128 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(username) && !/\p{C}/u.test(username);
