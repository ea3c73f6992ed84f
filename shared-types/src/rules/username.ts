/** Shown after the field of a new username loses focus. */
export const usernameMessage = 'username should be an e-mail address';

/** A username as it is known everywhere: upper and lower case are the same, and spaces around it are not part of it. */
export const usernameOf = (typed: string) => typed.trim().toLowerCase();

/** Whether a confirmation code can be sent there. */
export const isUsername = (username: string) =>
  username.length <= 128 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(username) && !/\p{C}/u.test(username);
