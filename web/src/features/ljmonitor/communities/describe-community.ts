import type { Resblock, UnreadCount } from 'shared-types/contract/ljmonitor';
import { formatAge } from '../../../lib/format-time.ts';
import { communityName } from './community-name.ts';

/**
 * Summarizes the folded list: '6 communities · 2 with unread · only 青枫家园', or '青枫家园 · 4 unread' for a single one. What is
 * wrong takes the place of what is new.
 */
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
  const [single, another] = resblocks;
  const parts =
    single && !another
      ? [
          communityName(single),
          failed > 0 ? 'not fully checked' : withUnread > 0 && `${unreadCounts.get(single.resblockId)?.unread} unread`,
        ]
      : [
          `${resblocks.length} communities`,
          failed > 0 ? `${failed} not fully checked` : withUnread > 0 && `${withUnread} with unread`,
          only && `only ${shown.length > 1 ? `${shown.length} of them` : communityName(only)}`,
        ];
  return parts.filter(Boolean).join(' · ');
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
  // The unread houses beside it may be more: some of them are no longer on offer.
  const count = `${houseCount} on offer`;
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
