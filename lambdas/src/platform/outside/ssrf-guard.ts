import { lookup, type LookupAddress, type LookupAllOptions, type LookupOptions } from 'node:dns';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only block of IPv6 from which public addresses are assigned: iana.org/assignments/ipv6-address-space. */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns false for every private, local, reserved or multicast address. An IPv4 address inside IPv6 is checked as
 * IPv4.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (!(parsed instanceof ipaddr.IPv6) || parsed.match(publicIpv6));
}

/**
 * Returns true for a domain name of the public internet. Names such as 'nas' and 'nas.lan' belong to a home network.
 */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !/\.(test|local(host)?|internal|lan|home\.arpa)$/i.test(host);
}

/** The address leads into a private network or is not https. */
export class PrivateAddress extends Error {
  readonly code = 'privateAddress';
}

/** Finds all addresses of a host, as the look-up of Node does. */
export type LookUpAll = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;
type LookupCallback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/**
 * Looks up a host in DNS for sockets, and fails if any address of the host is private. The socket connects to the
 * addresses that were checked, so a second DNS answer cannot lead it elsewhere (DNS rebinding).
 */
export function publicLookup(
  hostname: string,
  options: LookupOptions,
  done: LookupCallback,
  lookUpAll: LookUpAll = lookup,
): void {
  lookUpAll(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) return done(error ?? new Error(`${hostname} has no address`), []);
    if (!addresses.every(({ address }) => isPublicAddress(address))) {
      return done(new PrivateAddress(`${hostname} leads to a private address`), []);
    }
    if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  });
}
