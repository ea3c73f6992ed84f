import { acceptedIf, fieldsOf, jsonHeaders, outcomeByStatus, type Service } from './service.ts';

/**
 * Pushes to iPhones: github.com/Finb/bark-server/blob/master/docs/API_V2.md
 * Its public server is for less than 200 messages a second: github.com/Finb/Bark
 */
export const bark: Service<'bark'> = {
  // The whole notification of APNs has 4,096 bytes:
  // developer.apple.com/documentation/usernotifications/generating-a-remote-notification
  limits: { textBytes: 2800, hasLinks: false },
  labelOf: ({ server }) => new URL(server).host,
  problemOf: ({ server }) =>
    /[?#]/.test(server) ? 'The address of a Bark server has no ? and no #. Enter it without them.' : undefined,
  request: ({ id, title, text, url }, { server, deviceKey }) => ({
    // A server may have a path: github.com/Finb/bark-server, --url-prefix.
    url: `${server.replace(/\/+$/, '')}/push`,
    headers: jsonHeaders,
    // A message with the id of an earlier one replaces it.
    body: JSON.stringify({
      device_key: deviceKey,
      id,
      title,
      body: text,
      url,
      group: 'home-page',
    }),
  }),
  // The server answers 200 with a code of its own for some refusals.
  outcomeOf: (reply) => {
    const { code } = fieldsOf(reply);
    const status = reply.status === 200 && typeof code === 'number' ? code : reply.status;
    return acceptedIf(
      code === 200,
      outcomeByStatus(
        { ...reply, status },
        { 400: { en: 'Bark does not know the device key.', zh: 'Bark 找不到该设备密钥。' } },
      ),
    );
  },
};
