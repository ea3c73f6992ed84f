import * as z from 'zod';
import { type FakeService, jsonOf, type OutsideCall } from './service.ts';

const hosts =
  /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|web\.push\.apple\.com|.*\.notify\.windows\.com)$/;

const base64 = (text: string) => Buffer.from(text, 'base64url');

const Head = z.object({ alg: z.literal('ES256') });
const Claims = z.object({
  aud: z.string(),
  exp: z.number(),
  // Apple refuses another one: developer.apple.com/documentation/usernotifications/sending-web-push-notifications-in-web-apps-and-browsers
  sub: z.string().regex(/^(https:\/\/|mailto:)/),
});

/** Returns the key of the site, with which its token is signed: RFC 8292, sections 2 and 3. Undefined for any other token. */
async function siteKeyOf({ url, headers }: OutsideCall): Promise<string | undefined> {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers['authorization'] ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  if (!Head.safeParse(jsonOf(base64(head))).success) return undefined;
  const { data } = Claims.safeParse(jsonOf(base64(claims)));
  const nowSeconds = Date.now() / 1000;
  if (data?.aud !== url.origin || data.exp < nowSeconds || data.exp > nowSeconds + 86_400) return undefined;
  const curve = { name: 'ECDSA', namedCurve: 'P-256' };
  const publicKey = await crypto.subtle.importKey('raw', base64(key), curve, false, ['verify']);
  const isSigned = await crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    publicKey,
    base64(signature),
    Buffer.from(`${head}.${claims}`),
  );
  return isSigned ? key : undefined;
}

const refuse = (status: number) => ({ answer: { status, body: {} } });

/**
 * The services of Chrome, Firefox, Safari and Edge, by RFC 8030. They cannot read what they take. An address that ends with
 * /gone is that of a browser that has unsubscribed.
 */
export const pushService: FakeService = {
  name: 'browser',
  isFor: ({ host }) => hosts.test(host),
  // firebase.google.com/docs/cloud-messaging/throttling-and-quotas: 240 messages a minute to one device.
  rate: { count: 240, ms: 60_000 },
  tooMany: { status: 429, body: {}, headers: { 'retry-after': '60' } },
  async receive(call) {
    const { url, headers, body } = call;
    const siteKey = await siteKeyOf(call).catch(() => undefined);
    if (siteKey === undefined) return refuse(headers['authorization'] === undefined ? 401 : 403);
    if (url.pathname.endsWith('/gone')) return refuse(410);
    // Sections 5.2 and 5.4 ask for the time of life, and for a short topic in base64url.
    const { ttl, topic } = headers;
    if (ttl === undefined || !/^\d+$/.test(ttl)) return refuse(400);
    if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) return refuse(400);
    // RFC 8188, section 2.1: a salt of 16 bytes, the size of a record, and a key of 65 bytes, which is an uncompressed point.
    if (headers['content-encoding'] !== 'aes128gcm' || body[20] !== 65 || body[21] !== 4) return refuse(400);
    if (body.length > 4096) return refuse(413);
    const text = `encrypted, ${body.length} bytes`;
    return {
      take: {
        service: 'browser',
        title: 'A message to a browser',
        text,
        encrypted: { body: body.toString('base64'), siteKey },
        replaces: topic,
      },
      answer: { status: 201, body: {}, headers: { location: `${url.origin}/message/local` } },
    };
  },
};
