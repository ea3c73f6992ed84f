import { token } from 'shared-types/rules/auth/token';

export interface LinkAddress {
  stackName: string;
  secret: string;
}

/**
 * Returns the address of the page that a start link opens. Browsers send no hash to a server, so the secret is in no
 * log.
 */
export const linkAddress = (origin: string, { stackName, secret }: LinkAddress) =>
  `${origin}/stack/start#${stackName}.${secret}`;

/** Reads the hash of a start link. Undefined for a link that was cut off. */
export function readLinkHash(hash: string): LinkAddress | undefined {
  const [, stackName, secret = ''] = /^#([A-Za-z0-9-]+)\.(.*)$/.exec(hash) ?? [];
  return stackName === undefined || !token.test(secret) ? undefined : { stackName, secret };
}
