import type { QueryClient } from '@tanstack/react-query';
import type { Resblock } from 'shared-types/contract/ljmonitor';
import { ApiError } from '../../../../api/api-error.ts';
import { call } from '../../../../api/call.ts';
import { communitiesQuery, refreshStatusQuery } from '../../queries.ts';
import { RefusedLink } from '../refused-link.ts';
import { parseCommunityLink } from './parse-community-link.ts';

const pollMs = 1_000;
const later = () => new Promise((resolve) => setTimeout(resolve, pollMs));

interface FoundCommunity {
  resblockId: string;
  /** The site to read it from, if it is not the configured one. */
  origin?: string;
  refusal?: undefined;
}

export const putCommunity = ({ resblockId, origin }: FoundCommunity) =>
  call('PUT /api/ljmonitor/resblock/{resblockId}', { params: { resblockId }, query: origin ? { origin } : {} });

/**
 * Adds the community of an id or a link. Links to the hosts of tracked communities are accepted, too. Returns it with a note
 * about the result, and whether it was tracked before. Throws RefusedLink when the text leads to none.
 */
export async function addCommunity(client: QueryClient, text: string) {
  // Another device may have added it since this page has loaded the list.
  const list = await client.fetchQuery({ ...communitiesQuery, staleTime: 0 });
  const watchedHosts = list.map(({ url }) => new URL(url).host);
  const added = await trackCommunity(client, text, watchedHosts);
  const before = list.find(({ resblockId }) => resblockId === added.resblockId);
  return { added, note: describeAdded(added, before), wasTracked: before !== undefined };
}

/** Tracks the community of a text, as addCommunity does. */
export async function trackCommunity(client: QueryClient, text: string, watchedHosts: readonly string[]) {
  // The user may be faster than the first status, without which a link to another port would lose its city.
  const status = await client.ensureQueryData(refreshStatusQuery).catch(() => undefined);
  const found = await findCommunity(text, watchedHosts, status?.listingOrigin);
  if (found.refusal !== undefined) throw new RefusedLink(found.refusal);
  return putCommunity(found).catch((error: unknown) => {
    throw error instanceof ApiError && error.status === 404
      ? new RefusedLink('The listing site has no community with this ID.')
      : error;
  });
}

/** Describes the result of adding a community. A link to its sister site changes where a community in the list is read from. */
export function describeAdded(added: Resblock, before: Resblock | undefined): string {
  if (!before) return 'Added.';
  const { host } = new URL(added.url);
  return new URL(before.url).host === host ? 'This community is already tracked.' : `Now checked at ${host}.`;
}

/** Finds the community of the user's input. The server looks up the community of a house, which its link does not name. */
export async function findCommunity(
  text: string,
  watchedHosts: readonly string[],
  configured: string | undefined,
): Promise<FoundCommunity | { refusal: string }> {
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
