/** Returns the expected answer of a redirect. */
export const redirectedTo = (location: string) => ({ status: 302, headers: { location } });

/** Returns the keys of stored items of the sign-in, without the counters of its starts. */
export const keysOf = (items: Record<string, unknown>[]) =>
  items
    .map(({ pk, sk }) => `${String(pk)} ${String(sk)}`)
    .filter((key) => !key.startsWith('LIMIT#googleStart#'))
    .toSorted();

/** Opens the sign-in page of the fake Google, follows the link with this name and returns its target. */
export async function chooseAccount(address: string, name: string): Promise<URL> {
  const page = await (await fetch(address)).text();
  const link = page.split('<a ').find((part) => part.includes(name));
  const [, href = ''] = /^\s*href="([^"]*)"/.exec(link ?? '') ?? [];
  if (href === '') throw new Error(`No ${name} on this page:\n${page}`);
  const target = new URL(
    href.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
    address,
  );
  if (target.origin !== new URL(address).origin) return target;
  const { headers } = await fetch(target, { redirect: 'manual' });
  return new URL(headers.get('location') ?? '', address);
}
