import { createHmac } from 'node:crypto';
import { jsonHeaders, outcomeByStatus, type Service } from './service.ts';

/**
 * Sends to any server, signed as Standard Webhooks describes, so that its libraries can check id, time and signature:
 * github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 * A server has a rate of its own, and says so with 429.
 */
export const webhook: Service<'webhook'> = {
  // The specification advises payloads below 20 KB.
  limits: { textBytes: 16_000, hasLinks: true },
  labelOf: ({ url }) => new URL(url).host,
  // A server that has seen an id leaves out the message: it is the same in each attempt.
  request: ({ id, title, text, url }, address, { now, signingKey }) => {
    const timestamp = Math.floor(now.getTime() / 1000);
    const body = JSON.stringify({ type: 'news', timestamp: now.toISOString(), data: { title, text, url } });
    return {
      url: address.url,
      headers: {
        ...jsonHeaders,
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatureOf(`${id}.${timestamp}.${body}`, signingKey),
      },
      body,
    };
  },
  outcomeOf: (reply) => outcomeByStatus(reply),
};

/** The key is random bytes in base64 behind a prefix. */
export const signingKeyPrefix = 'whsec_';

const signatureOf = (content: string, signingKey: string) =>
  `v1,${createHmac('sha256', Buffer.from(signingKey.slice(signingKeyPrefix.length), 'base64'))
    .update(content)
    .digest('base64')}`;
