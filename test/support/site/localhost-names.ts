import dns from 'node:dns';

/**
 * Makes this process resolve `*.localhost` to this machine, as browsers do (RFC 6761). Node asks the system, which often
 * does not know these names. Tests can then call a site by the address that it prints.
 */
const systemLookup = dns.lookup;

function lookup(...given: unknown[]) {
  const [name, ...rest] = given;
  const target = typeof name === 'string' && name.endsWith('.localhost') ? '127.0.0.1' : name;
  Reflect.apply(systemLookup, dns, [target, ...rest]);
}

dns.lookup = Object.assign(lookup, systemLookup);
