import { signInRoute } from 'shared-types/contract/auth';
import type { Endpoint } from 'shared-types/contract/endpoint';
import { coarseNetworkOf } from '../../platform/audit/network.ts';
import type { RequestHeaders } from '../../platform/http/reply.ts';
import { deviceCookie } from '../cookies.ts';
import { deviceIdOf } from '../devices/device.ts';
import type { BucketStore } from './bucket-store.ts';
import { clientNetwork, type ClientPorts } from './client-address.ts';
import type { StepBuckets } from './step-buckets.ts';

interface AdmissionPorts extends ClientPorts {
  buckets: Pick<BucketStore, 'take'>;
}

/** One customer may have all of an IPv6 /48, so it counts as one network here. */
function sourceOf(request: RequestHeaders) {
  const network = clientNetwork(request);
  return network.includes(':') ? coarseNetworkOf(network) : network;
}

/**
 * Decides whether a step of an anonymous visitor is worked on. The bucket of its network comes first, so that a stranger
 * takes a small part of what all strangers share, and gets a refusal that costs one write for the rest. A browser that has
 * signed in here before shares nothing with strangers.
 */
export const stepAdmission =
  ({ buckets, devices, now }: AdmissionPorts, rates: StepBuckets) =>
  async ({ route }: Endpoint, request: RequestHeaders): Promise<boolean> => {
    if (route !== signInRoute) return true;
    const device = await devices.find(deviceIdOf(request.cookie(deviceCookie)), now());
    const source = device ? `browser:${device.id.slice(0, 22)}` : `network:${sourceOf(request)}`;
    if (!(await buckets.take(source, rates.source, now()))) return false;
    return device ? buckets.take('known', rates.known, now()) : buckets.take('strangers', rates.strangers, now());
  };
