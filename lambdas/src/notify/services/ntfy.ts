import { jsonHeaders, outcomeByStatus, type Service } from './service.ts';

/**
 * Publishes as JSON: docs.ntfy.sh/publish/#publish-as-json
 * The public server takes 60 requests at once and then one in five seconds, 250 messages a day, and answers 429 to more:
 * docs.ntfy.sh/publish/#limitations
 */
export const ntfy: Service<'ntfy'> = {
  // A message has up to 4,096 bytes, a longer one becomes a file: docs.ntfy.sh/publish/#limitations
  limits: { textBytes: 4096, hasLinks: false },
  labelOf: ({ server }) => new URL(server).host,
  typedUrlOf: ({ server }) => server,
  // A message replaces no other one.
  request: ({ title, text, url }, { server, topic, token }) => ({
    url: new URL('/', server).href,
    headers: { ...jsonHeaders, ...(token !== '' && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ topic, title, message: text, click: url }),
  }),
  outcomeOf: (reply) => outcomeByStatus(reply, { 403: 'The topic is reserved, or the token may not write to it.' }),
};
