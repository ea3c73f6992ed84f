import { listingId } from 'shared-types/rules/monitor/listing-id';
import { cityOriginOf } from 'shared-types/rules/monitor/listing-sites';

/** A community, or a house of it. */
type ParsedLink =
  | { resblockId: string; houseId?: undefined; origin?: string; refusal?: undefined }
  | { houseId: string; /** The site of the link's city. */ origin?: string; refusal?: undefined }
  | { refusal: string };

/**
 * Reads the id from the user's input: the id itself, or a link to a community, to its houses or to one of them, in any city of
 * Lianjia or its sister site Beike. Links to `watchedHosts` are accepted, too, because a deployment may watch another site. `configured` is
 * the origin of that site.
 */
export function parseCommunityLink(text: string, watchedHosts: readonly string[], configured?: string): ParsedLink {
  const input = text.trim();
  if (listingId.test(input)) return { resblockId: input };
  const link = findLink(input);
  if (!link) return { refusal: 'Enter an ID of 6 to 24 digits. It is the number in the link to a community.' };
  const isWatched = watchedHosts.includes(link.host) || isPrivateHost(link);
  if (!isWatched && !/(^|\.)(lianjia|ke)\.com$/.test(link.hostname))
    return {
      refusal: `${link.host} is not the listing site. Paste a link to lianjia.com or ke.com, or just the ID.`,
    };
  const resblockId = /\/(?:xiaoqu\/|ershoufang\/[a-z\d]*?c)(\d{6,24})(?!\d)/.exec(link.pathname)?.[1];
  const houseId = /\/ershoufang\/(\d{6,24})\.html$/.exec(link.pathname)?.[1];
  const origin = cityOriginOf(link, configured);
  if (resblockId === undefined && houseId === undefined)
    return { refusal: 'This link does not lead to a community. Paste a link that contains /xiaoqu/ and a number.' };
  if (!isWatched && !origin)
    return { refusal: 'This link names no city. Open the community on the site of its city and paste that link.' };
  const city = origin ? { origin } : {};
  return resblockId === undefined ? { houseId: houseId ?? '', ...city } : { resblockId, ...city };
}

/** Finds a link in text around it. Some browsers copy links without the protocol. */
function findLink(text: string) {
  const [found] = /https?:\/\/\S+|(?:[\w-]+\.)+[a-z]+\/\S*/i.exec(text) ?? [];
  if (found === undefined) return undefined;
  const address = found.includes('://') ? found : `https://${found}`;
  return URL.canParse(address) ? new URL(address) : undefined;
}

/** Hosts of a private network have no domain name. */
const isPrivateHost = ({ hostname }: URL) => !/\.[a-z]+$/.test(hostname);
