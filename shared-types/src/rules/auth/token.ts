/** A secret of the site is 256 bits in base64url. */
export const token = /^[\w-]{43}$/;
