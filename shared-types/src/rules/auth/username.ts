/** The form shows this text after the field of a new username loses focus. */
export const usernameMessage = 'username should be an email address';

/**
 * Normalizes a username: case, surrounding spaces and the way in which a letter is encoded do not matter. A domain in other
 * letters gets its ASCII form, which cannot be mistaken for another domain in the list of people.
 */
export function usernameOf(typed: string) {
  const plain = typed.normalize('NFKC').trim().toLowerCase();
  const at = plain.lastIndexOf('@') + 1;
  return at === 0 ? plain : plain.slice(0, at) + asciiDomain(plain.slice(at));
}

/** A text that is no domain stays as it is, and is no username. */
function asciiDomain(domain: string) {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain) || /^[!-~]*$/.test(domain)) return domain;
  const address = `http://${domain}`;
  return URL.canParse(address) ? new URL(address).hostname : domain;
}

/**
 * Tells whether Cognito can send a confirmation code to this address. It sends through SES, which takes ASCII only
 * (docs.aws.amazon.com/ses/latest/APIReference/API_SendEmail.html).
 */
export const isUsername = (username: string) =>
  username.length <= 128 && /^[!-~]+$/.test(username) && /^[^@]+@[^@.]+(\.[^@.]+)+$/.test(username);
