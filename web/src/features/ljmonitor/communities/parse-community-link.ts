type Pasted = { resblockId: string; refusal?: undefined } | { resblockId?: undefined; refusal: string };

const idWords = 'An id has 6 to 24 digits: the number in the address of a community’s page.';

/**
 * The id in what was typed or pasted: the id itself, or a link to a community or to its houses, of any city of the
 * listing site. `watchedHosts` are taken too: the site that is watched need not be that one.
 */
export function parseCommunityLink(text: string, watchedHosts: readonly string[]): Pasted {
  const typed = text.trim();
  if (/^\d{6,24}$/.test(typed)) return { resblockId: typed };
  const link = linkIn(typed);
  if (!link) return { refusal: idWords };
  if (!isListingSite(link) && !watchedHosts.includes(link.host))
    return { refusal: `${link.host} is not the listing site. Paste a link of lianjia.com, or the id alone.` };
  const resblockId = /\/(?:xiaoqu\/|ershoufang\/[a-z\d]*?c)(\d{6,24})(?!\d)/.exec(link.pathname)?.[1];
  if (resblockId !== undefined) return { resblockId };
  return {
    refusal: /\/ershoufang\/\d+\.html$/.test(link.pathname)
      ? 'That is one house. Its page names its community: paste the link of that.'
      : 'That link names no community: the address of one has /xiaoqu/ and a number.',
  };
}

/** People paste a link with the words around it, and some browsers copy it without its beginning. */
function linkIn(text: string) {
  const [found] = /https?:\/\/\S+|(?:[\w-]+\.)+[a-z]+\/\S*/i.exec(text) ?? [];
  if (found === undefined) return undefined;
  const address = found.includes('://') ? found : `https://${found}`;
  return URL.canParse(address) ? new URL(address) : undefined;
}

/** Of any city; or a site of one's own network, whose host has no domain name. */
const isListingSite = ({ hostname }: URL) => /(^|\.)lianjia\.com$/.test(hostname) || !/\.[a-z]+$/.test(hostname);
