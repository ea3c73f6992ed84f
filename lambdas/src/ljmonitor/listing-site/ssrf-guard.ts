import { lookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';

/** Addresses of machines and networks that are nobody else's business. */
const inside = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  inside.addSubnet(network, bits, 'ipv4');
}
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const) {
  inside.addSubnet(network, bits, 'ipv6');
}

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

export function isPublicAddress(address: string): boolean {
  const plain = mapped.exec(address)?.[1] ?? address;
  const family = isIP(plain);
  return family !== 0 && !inside.check(plain, family === 4 ? 'ipv4' : 'ipv6');
}

/** A name of the internet, as against an address or name of a home network. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return isPublicAddress(host);
  return host.includes('.') && !/\.(test|local(host)?|internal|lan|home\.arpa)$/i.test(host);
}

type Found = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/** Finds a host's addresses, and none that is private: a public name must not lead inside, today or when it is asked again. */
export function publicLookup(hostname: string, options: LookupOptions, found: Found): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) return found(error ?? new Error(`${hostname} has no address`), []);
    if (!addresses.every(({ address }) => isPublicAddress(address))) {
      return found(new Error(`${hostname} leads to a private address`), []);
    }
    if (options.all) found(null, addresses);
    else found(null, first.address, first.family);
  });
}
