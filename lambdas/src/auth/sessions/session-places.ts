import { browserFamilyOf } from '../../platform/audit/browser-family.ts';
import { coarseNetworkOf } from '../../platform/audit/network.ts';
import type { RequestHeaders } from '../../platform/http/reply.ts';
import { clientNetwork } from '../rate-limits/client-address.ts';

/** A sign-in keeps its last places, so that a browser that moves between two networks causes one event. */
const maxPlaces = 20;

/** The browser family and the coarse network of a request: 'Firefox 203.0.113.0/24'. */
export const placeOf = (request: RequestHeaders) =>
  `${browserFamilyOf(request.header('user-agent'))} ${coarseNetworkOf(clientNetwork(request))}`;

const browserIn = (place: string) => place.split(' ', 1)[0];

export const addPlace = (places: readonly string[], place: string): string[] =>
  [...places.filter((each) => each !== place), place].slice(-maxPlaces);

/** Tells what is new about a place; undefined for a known one, and for a sign-in from before places were stored. */
export function moveTo(place: string, known: readonly string[]): 'browser' | 'network' | undefined {
  if (known.length === 0 || known.includes(place)) return undefined;
  return known.some((each) => browserIn(each) === browserIn(place)) ? 'network' : 'browser';
}
