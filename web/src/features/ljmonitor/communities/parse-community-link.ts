import { cityOriginOf } from 'shared-types/rules/monitor/listing-sites';

type ParsedLink =
  | { resblockId: string; /** The site of the link's city. */ origin?: string; refusal?: undefined }
  | { resblockId?: undefined; refusal: string };

/**
 * Reads the id from the user's input: the id itself, or a link to a community or to its houses, in any city of Lianjia or its
 * sister site Beike. Links to `watchedHosts` are accepted, too, because a deployment may watch another site.
 */
export function parseCommunityLink(text: string, watchedHosts: readonly string[]): ParsedLink {
  const input = text.trim();
  if (/^\d{6,24}$/.test(input)) return { resblockId: input };
  const link = findLink(input);
  if (!link) return { refusal: 'Enter an ID of 6 to 24 digits. It is the number in the link to a community.' };
  const isWatched = watchedHosts.includes(link.host) || isPrivateHost(link);
  if (!isWatched && !/(^|\.)(lianjia|ke)\.com$/.test(link.hostname))
    return { refusal: `${link.host} is not the listing site. Paste a link to lianjia.com or ke.com, or just the ID.` };
  const resblockId = /\/(?:xiaoqu\/|ershoufang\/[a-z\d]*?c)(\d{6,24})(?!\d)/.exec(link.pathname)?.[1];
  const origin = cityOriginOf(link);
  if (resblockId !== undefined && (isWatched || origin)) return { resblockId, ...(origin && { origin }) };
  if (resblockId !== undefined)
    return { refusal: `This link names no city. Open the community on the site of its city and paste that link.` };
  return {
    refusal: /\/ershoufang\/\d+\.html$/.test(link.pathname)
      ? 'This is a link to a house. Open its community and paste that link.'
      : 'This link does not lead to a community. Paste a link that contains /xiaoqu/ and a number.',
  };
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
