import type { ReactNode } from 'react';
import type { Resblock, UnreadCount } from 'shared-types/contract/ljmonitor';
import { formatAge } from '../../../lib/format-time.ts';

export const communityName = ({ name, resblockId }: Resblock) => name || resblockId;

/** Returns '西城 / 德胜门', or the part of it that is known. */
export const communityPlace = ({ districtName, bizcircleName }: Resblock) =>
  [districtName, bizcircleName].filter(Boolean).join(' / ');

/** Returns the names that house rows show, by community id. It is empty if all houses belong to the same community. */
export function communityNamesToShow(resblocks: Resblock[], ticked: ReadonlySet<string>): ReadonlyMap<string, string> {
  const inView = resblocks.filter(({ resblockId }) => ticked.size === 0 || ticked.has(resblockId));
  return new Map(inView.length > 1 ? inView.map((resblock) => [resblock.resblockId, communityName(resblock)]) : []);
}

/** Summarizes the folded list: '6 communities · 2 with unread · only 青枫家园'. */
export function summarizeCommunities(
  resblocks: Resblock[],
  unreadCounts: ReadonlyMap<string, UnreadCount>,
  ticked: ReadonlySet<string>,
) {
  const count = (matches: (resblock: Resblock) => unknown) => resblocks.filter(matches).length;
  const withUnread = count(({ resblockId }) => unreadCounts.has(resblockId));
  const failed = count(({ state }) => state in problemTexts);
  const shown = resblocks.filter(({ resblockId }) => ticked.has(resblockId));
  const [only] = shown;
  return [
    `${resblocks.length} communities`,
    withUnread > 0 && `${withUnread} with unread`,
    failed > 0 && `${failed} not fully checked`,
    only && `only ${shown.length > 1 ? `${shown.length} of them` : communityName(only)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

export interface CommunityState {
  isBad: boolean;
  text: string;
}

/** Describes the result of the last crawl of a community, and the age of its data. */
export function describeCommunityState(
  { state, houseCount, lastCompleteAt, lastCompleteBy }: Resblock,
  now: number,
): CommunityState {
  const count = `${houseCount} ${houseCount === 1 ? 'house' : 'houses'}`;
  const isRead = lastCompleteAt !== null;
  const read = readTexts[lastCompleteBy];
  if (state === 'NEW') return { isBad: false, text: houseCount === 0 ? 'Not checked yet' : `${count} so far` };
  if (state === 'OK')
    return { isBad: false, text: isRead ? `${count} · ${read} ${formatAge(lastCompleteAt, now)}` : count };
  const age = isRead ? `last ${read} ${formatAge(lastCompleteAt, now)}` : 'never fully checked';
  return { isBad: true, text: `${problemTexts[state]} · ${count} · ${age}` };
}

const readTexts = { site: 'checked', you: 'checked by you,', otherUser: 'checked by hand,' };

const problemTexts = {
  BLOCKED: 'Blocked by the listing site',
  INCOMPLETE: 'Partly checked',
  FAILED: 'Could not be checked',
};

export const id = 'id';
export const idOrLink = 'ID or link';
export const add = 'add';
export const lookingUp = 'Looking it up on the listing site…';
export const enterIdOrLink = 'Enter a community’s ID, or a link to it or one of its houses.';
export const couldNotAdd = (errorMessage: string) => `Could not add the community. ${errorMessage}`;
export const communities = 'Communities';
export const couldNotUpdateCommunities = 'Could not update the communities.';
export const couldNotLoadCommunities = 'Could not load the communities.';
export const readByHand = 'Check by hand';
export const noDataYet = 'No Data Yet';
export const onlyHousesOf = (name: string) => `Only houses of ${name}`;
export const countOfUnread = (unread: number) => `${unread} unread `;
export const markRead = 'Mark read';
export const openItsPages = 'Open pages';
export const prices = 'Prices';
export const deleteLabel = 'delete';
export const couldNotMarkAs = 'Could not mark as read.';

export const aboutIdField = (link: ReactNode) => (
  <>Paste a link to a community or one of its houses, in any city, or enter an ID of {link}.</>
);
