import type { Resblock } from 'shared-types/contract/ljmonitor';
import { call } from '../../../api/call.ts';
import { parseCommunityLink } from './parse-community-link.ts';

const pollMs = 1_000;
const later = () => new Promise((resolve) => setTimeout(resolve, pollMs));

type FoundCommunity =
  | {
      resblockId: string;
      /** The site to read it from, if it is not the configured one. */ origin?: string;
      refusal?: undefined;
    }
  | { refusal: string };

/** Tells the result of adding a community. A link to its sister site changes where a community in the list is read from. */
export function describeAdded(added: Resblock, before: Resblock | undefined): string {
  const { host } = new URL(added.url);
  return before && new URL(before.url).host !== host ? `Now read from ${host}.` : 'Added.';
}

/** Finds the community of the user's input. The server looks up the community of a house, which its link does not name. */
export async function findCommunity(
  text: string,
  watchedHosts: readonly string[],
  configured: string | undefined,
): Promise<FoundCommunity> {
  const parsed = parseCommunityLink(text, watchedHosts, configured);
  if (parsed.refusal !== undefined || parsed.houseId === undefined) return parsed;
  const { houseId, origin } = parsed;
  const input = { params: { houseId }, query: origin ? { origin } : {} };
  let lookup = await call('PUT /api/ljmonitor/house/{houseId}/community', input);
  while (lookup.state === 'waiting') {
    await later();
    lookup = await call('GET /api/ljmonitor/house/{houseId}/community', input);
  }
  if (lookup.resblockId === null) return { refusal: lookup.reason ?? '' };
  return { resblockId: lookup.resblockId, ...(origin && { origin }) };
}
