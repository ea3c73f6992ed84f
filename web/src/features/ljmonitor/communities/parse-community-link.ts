type ParsedLink = { resblockId: string; refusal?: undefined } | { resblockId?: undefined; refusal: string };

/**
 * Reads the id from the user's input: the id itself, or a link to a community or to its houses, in any city of the
 * listing site. Links to `watchedHosts` are accepted, too, because a deployment may watch another site.
 */
export function parseCommunityLink(text: string, watchedHosts: readonly string[]): ParsedLink {
  const input = text.trim();
  if (/^\d{6,24}$/.test(input)) return { resblockId: input };
  const link = findLink(input);
  if (!link) return { refusal: 'Enter an ID of 6 to 24 digits. It is the number in the link to a community.' };
  if (!isListingSite(link) && !watchedHosts.includes(link.host))
    return { refusal: `${link.host} is not the listing site. Paste a link to lianjia.com, or just the ID.` };
  const resblockId = /\/(?:xiaoqu\/|ershoufang\/[a-z\d]*?c)(\d{6,24})(?!\d)/.exec(link.pathname)?.[1];
  if (resblockId !== undefined) return { resblockId };
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

/** Accepts every city's subdomain, and hosts of a private network, which have no domain name. */
const isListingSite = ({ hostname }: URL) => /(^|\.)lianjia\.com$/.test(hostname) || !/\.[a-z]+$/.test(hostname);
