import { acceptedIf, fieldsOf, jsonHeaders, outcomeByStatus, type Service } from './service.ts';

/**
 * Publishes as JSON: docs.ntfy.sh/publish/#publish-as-json
 * The public server takes 60 requests at once and then one in five seconds, 250 messages a day, and answers 429 to more:
 * docs.ntfy.sh/publish/#limitations
 */
export const ntfy: Service<'ntfy'> = {
  // A message has less than 4,096 bytes, a longer one becomes a file: docs.ntfy.sh/publish/#limitations
  // The whole JSON has up to twice as many, so that the title and the link have room: github.com/binwiederhier/ntfy, server.go
  limits: { textBytes: 4000, hasLinks: false },
  labelOf: ({ server }) => new URL(server).host,
  // The server has no setting for a path: docs.ntfy.sh/config/#config-options (base-url)
  problemOf: ({ server }) =>
    new URL(server).href === new URL('/', server).href
      ? undefined
      : 'A server of ntfy has no path. Enter its address alone, as in https://ntfy.sh, and the topic in its own field.',
  request: ({ id, title, text, url }, { server, topic, token }) => ({
    url: new URL('/', server).href,
    headers: { ...jsonHeaders, ...(token !== '' && { authorization: `Bearer ${token}` }) },
    // A message with the id of an earlier one replaces it; servers before 2.16 pass over the id:
    // docs.ntfy.sh/publish/#updating-deleting-notifications
    body: JSON.stringify({ topic, sequence_id: id, title, message: text, click: url }),
  }),
  outcomeOf: (reply) =>
    acceptedIf(
      typeof fieldsOf(reply)['id'] === 'string',
      outcomeByStatus(reply, {
        401: { en: 'ntfy does not accept the token.', zh: 'ntfy 不接受该令牌。' },
        403: { en: 'The topic is reserved, or the token may not write to it.', zh: '该主题已被占用，或令牌无权写入。' },
      }),
    ),
};
