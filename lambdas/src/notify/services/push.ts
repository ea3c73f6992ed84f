import { createHash } from 'node:crypto';
import { buildPushPayload } from '@block65/webcrypto-web-push';
import { dayMs } from 'shared-types/rules/time';
import { cutBytes, type Message } from '../messages/message.ts';
import { type AddressOf, outcomeByStatus, type OutsideRequest, type PushKeys, type Service } from './service.ts';

// A service has to take an encrypted message of 4,096 bytes, of which the encryption uses 103: RFC 8291, section 4.
const maxBytes = 3993;

/** A screen shows less of a notification than this. */
const maxTextBytes = 1500;

/** A browser that is off for this time gets no older news. Its person sees them on the site. */
const validSeconds = (7 * dayMs) / 1000;

/** Encrypts a message for one browser and signs its request: RFC 8030, 8291 and 8292. */
export async function pushRequest(
  message: Message,
  { endpoint, p256dh, auth }: AddressOf<'push'>,
  keys: PushKeys,
): Promise<OutsideRequest> {
  const { headers, body } = await buildPushPayload(
    // A waiting message gives way to a later one with its topic, which is 32 characters at most: RFC 8030, section 5.4.
    { data: dataOf(message), options: { ttl: validSeconds, urgency: 'normal', topic: topicOf(message.id) } },
    { endpoint, expirationTime: null, keys: { p256dh, auth } },
    // The services take the address of a site with https only, which the local site has not.
    { ...keys, subject: `https://${new URL(message.url).host}` },
  );
  return { url: endpoint, headers, body };
}

/** Returns the fields that web/build/worker.js shows. */
function dataOf({ id, title, text, url }: Message) {
  const shown = new URL(url);
  const fields = { id, title, url: `${shown.pathname}${shown.search}` };
  for (const bytes of [maxTextBytes, 300]) {
    const data = { ...fields, text: cutBytes(text, bytes) };
    if (Buffer.byteLength(JSON.stringify(data)) <= maxBytes) return data;
  }
  return { ...fields, text: '', url: shown.pathname };
}

const topicOf = (id: string) => createHash('sha256').update(id).digest('base64url').slice(0, 32);

const notOurs = {
  en: 'The browser was added with another key of this site. Remove it and add it again.',
  zh: '该浏览器是用本站的另一密钥添加的，请移除后重新添加。',
};
const noService = {
  en: 'The address of the browser leads to no push service. Remove the browser and add it again.',
  zh: '该浏览器的地址不是推送服务，请移除后重新添加。',
};
const ended = {
  en: 'The browser no longer accepts messages, so it was removed.',
  zh: '该浏览器不再接收消息，已被移除。',
};

/** Returns false for a key that is no point of the curve, for which no message can be encrypted. */
async function isPoint(p256dh: string): Promise<boolean> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  return crypto.subtle.importKey('raw', Buffer.from(p256dh, 'base64url'), curve, false, []).then(
    () => true,
    () => false,
  );
}

/**
 * Shows messages in a browser, through the service of its maker. Google's takes 240 messages a minute for one device:
 * firebase.google.com/docs/cloud-messaging/throttling-and-quotas
 */
export const push: Service<'push'> = {
  limits: { textBytes: maxTextBytes, hasLinks: false },
  labelOf: ({ device }) => device,
  async problemOf({ p256dh }) {
    return (await isPoint(p256dh)) ? undefined : 'The key of this browser is damaged. Add the browser again.';
  },
  // A browser that has ended its subscription gets another address when it is added again.
  isRemovedWhenGone: true,
  async send(message, address, _context, outside) {
    const reply = await outside.post(await pushRequest(message, address, await outside.pushKeys()));
    // A service answers 201, and 404 or 410 when the browser no longer takes messages: RFC 8030, sections 5 and 7.3.
    const { status } = reply;
    if (status !== 201 && status >= 200 && status < 300) return { kind: 'refused', reason: noService };
    return outcomeByStatus(reply, { 401: notOurs, 403: notOurs, 404: ended, 410: ended }, [404, 410]);
  },
};
