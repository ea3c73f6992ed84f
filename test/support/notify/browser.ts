import { createECDH, type ECDH, randomBytes } from 'node:crypto';
import { decrypt } from 'http_ece';
import * as z from 'zod';

const Shown = z.strictObject({ id: z.string(), title: z.string(), text: z.string(), url: z.string() });

/** Decrypts a message with the keys of its browser, and returns the fields that the worker of the site shows. */
export function readMessage(body: string | Uint8Array, { privateKey, auth }: { privateKey: ECDH; auth: string }) {
  const bytes = decrypt(Buffer.from(body), { version: 'aes128gcm', privateKey, authSecret: auth });
  return Shown.parse(JSON.parse(bytes.toString()));
}

/** Creates a browser that has subscribed to messages of the site, and can read them. */
export function subscribedBrowser(endpoint = 'https://fcm.googleapis.com/fcm/send/abc') {
  const privateKey = createECDH('prime256v1');
  const p256dh = privateKey.generateKeys('base64url');
  const auth = randomBytes(16).toString('base64url');
  return {
    address: { kind: 'push' as const, endpoint, p256dh, auth, device: 'Phone' },
    read: (body: string | Uint8Array) => readMessage(body, { privateKey, auth }),
  };
}

/** The pair of the sender in the example of RFC 8291, section 5. */
export const examplePushKeys = {
  publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
};
