/**
 * Converts the address of a client into its network. An IPv6 household has 2^64 addresses, so its /64 network counts as
 * one.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const [front = '', back = ''] = address.split('::');
  const zeros = Array<string>(Math.max(0, 8 - groups(front).length - groups(back).length)).fill('0');
  const all = address.includes('::') ? [...groups(front), ...zeros, ...groups(back)] : groups(address);
  return `${all
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

const groups = (text: string) => text.split(':').filter((group) => group !== '');

/** Names no single client: it keeps three of the four numbers of an IPv4 address, and the /48 network of an IPv6 address. */
export function coarseNetworkOf(address: string): string {
  const network = networkOf(address);
  return network.includes(':')
    ? `${network.split(':').slice(0, 3).join(':')}::/48`
    : network.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');
}
