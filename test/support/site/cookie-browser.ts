import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { loopbackLookup } from './raw-request.ts';

interface RunningSite {
  origin: string;
  /** Secrets that must not appear in any log or file. */
  secrets: Set<string>;
}

/** Simulates a browser's cookies. It does not use `fetch`, because that sets the `Sec-Fetch-` headers itself. */
export function cookieBrowser({ origin, secrets }: RunningSite) {
  const jar = new Map<string, string>();
  async function ask(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
    localAddress?: string,
  ) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const content = body === undefined ? '' : JSON.stringify(body);
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const all = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', ...headers };
      const length = content === '' ? {} : { 'content-length': content.length };
      const from = localAddress === undefined ? {} : { localAddress };
      const options = { ...from, lookup: loopbackLookup, method, headers: { ...all, ...length } };
      const asked = request(origin + path, options, resolve);
      asked.on('error', reject).end(content);
    });
    for (const set of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (/Max-Age=0/.test(set)) jar.delete(name);
      else jar.set(name, value);
      if (value.length > 20) secrets.add(value);
    }
    const answer: unknown = JSON.parse(await text(response));
    return { status: response.statusCode, headers: response.headers, body: answer };
  }
  return { jar, ask };
}

export type CookieBrowser = ReturnType<typeof cookieBrowser>;
