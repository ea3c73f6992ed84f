import { browserFamilyOf, operatingSystemOf } from '../../platform/audit/browser-family.ts';
import { coarseNetworkOf, networkOf } from '../../platform/audit/network.ts';
import type { RequestHeaders } from '../../platform/http/reply.ts';
import { deviceCookie } from '../cookies.ts';
import { type Device, deviceIdOf } from '../devices/device.ts';
import type { DeviceStore } from '../devices/device-store.ts';
import type { Surroundings } from '../ports.ts';

/** Identifies the sender of a request before any sign-in. */
interface RequestClient {
  network: string;
  device: Device | undefined;
  /** Defined only for a browser that has signed in as this very user before. */
  deviceId: string | undefined;
}

/** CloudFront overwrites this header with the address that connected to it. No other header is trusted. */
export const clientNetwork = ({ header }: RequestHeaders) => networkOf(header('x-viewer-address') ?? '');

/** Returns the browser family and the coarse network of a request: 'Firefox 203.0.113.0/24'. */
export const placeOf = (request: RequestHeaders) =>
  `${browserFamilyOf(request.header('user-agent'))} ${coarseNetworkOf(clientNetwork(request))}`;

export const systemOf = (request: RequestHeaders) => operatingSystemOf(request.header('user-agent'));

export interface ClientPorts extends Pick<Surroundings, 'now'> {
  devices: Pick<DeviceStore, 'find'>;
}

export async function identifyClient(
  { devices, now }: ClientPorts,
  request: RequestHeaders,
  username: string,
): Promise<RequestClient> {
  const device = await devices.find(deviceIdOf(request.cookie(deviceCookie)), now());
  return {
    network: clientNetwork(request),
    device,
    deviceId: device?.usernames.includes(username) ? device.id : undefined,
  };
}
