import dns from 'node:dns';

/**
 * Makes this process resolve `*.localhost` to this machine, as browsers do (RFC 6761). Node asks the system, which often
 * does not know these names. Tests can then call a site by the address that it prints.
 */
const systemLookup = dns.lookup;

const targetOf = (name: unknown) => (typeof name === 'string' && name.endsWith('.localhost') ? '127.0.0.1' : name);

function lookup(...given: unknown[]) {
  const [name, ...rest] = given;
  Reflect.apply(systemLookup, dns, [targetOf(name), ...rest]);
}

dns.lookup = Object.assign(lookup, systemLookup);

// `route.fetch` of Playwright uses the promises.
const { lookup: lookupPromise } = dns.promises;
Object.assign(dns.promises, {
  lookup: (...[name, ...rest]: unknown[]): unknown =>
    Reflect.apply(lookupPromise, dns.promises, [targetOf(name), ...rest]),
});
