/** Groups the secret by four characters, as authenticator apps ask for it. */
export const groupByFour = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** Returns the key URI that authenticator apps read from a QR code. */
export function otpauthUri(siteTitle: string, username: string, secret: string) {
  const label = [siteTitle, username].map(encodeURIComponent).join(':');
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(siteTitle)}`;
}
