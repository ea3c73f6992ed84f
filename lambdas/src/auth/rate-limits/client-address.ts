import type { RequestHeaders } from '../../platform/http/reply.ts';
import { networkOf } from './network.ts';
import { deviceCookie } from '../cookies.ts';
import type { AuthPorts, Device } from '../ports.ts';

/** What is known of whoever asks, before anybody has signed in. */
interface RequestClient {
  network: string;
  device: Device | undefined;
  /** Only for a browser that has signed in as this very user before. */
  deviceId: string | undefined;
}

/** The edge overwrites this header with the address that connected to it; whatever else a request says is not asked. */
export const clientNetwork = ({ header }: RequestHeaders) => networkOf(header('x-viewer-address') ?? '');

export async function identifyClient(
  { devices, now }: Pick<AuthPorts, 'devices' | 'now'>,
  request: RequestHeaders,
  username: string,
): Promise<RequestClient> {
  const device = await devices.find(request.cookie(deviceCookie), now());
  return {
    network: clientNetwork(request),
    device,
    deviceId: device?.usernames.includes(username) ? device.id : undefined,
  };
}
