import type { NewsKind } from 'shared-types/rules/house-news';
import type { UnreadCount } from 'shared-types/contract/ljmonitor';
import type { VisitNews } from 'shared-types/contract/monitor/visits';
import { ToggleChip, ToggleChips } from '../../../ui/buttons/toggle-chip.tsx';
import { countByKind } from '../visit/count-by-kind.ts';
import type { View, ViewChange } from './view.ts';

interface NewsFilterProps {
  unreadCounts: UnreadCount[] | undefined;
  /** The counts of the line of the last visit. */
  newsSinceVisit: VisitNews['news'] | undefined;
  view: View;
  set: (change: ViewChange) => void;
}

/**
 * The unread houses by what is new about them. Each chip shows only its houses, and once more all houses. The news since
 * the last visit is counted by another rule (a new house that became cheaper is new since then), so that both beside each
 * other would seem to contradict: only one of them counts kinds.
 */
export default function NewsFilter({ unreadCounts, newsSinceVisit, view, set }: NewsFilterProps) {
  const isPressed = (kind: NewsKind) => view.news === kind && view.since === undefined;
  const showsAll = view.unread && view.news === undefined && view.since === undefined;
  const isCountedSinceVisit = countByKind(newsSinceVisit, { ...view, news: undefined }).length > 0;
  const chosenHere = view.since === undefined ? view.news : undefined;
  const counted = countByKind(unreadCounts, { ...view, news: chosenHere });
  if (counted.length === 0 && !view.unread) return null;
  const kinds = isCountedSinceVisit ? counted.filter(({ kind }) => kind === chosenHere) : counted;
  return (
    <ToggleChips label="Unread houses by news">
      <ToggleChip isPressed={showsAll} onClick={() => set({ unread: showsAll ? '' : 'true', news: '', since: '' })}>
        All unread
      </ToggleChip>
      {kinds.map(({ kind, text }) => (
        <ToggleChip
          key={kind}
          isPressed={isPressed(kind)}
          onClick={() => set({ news: isPressed(kind) ? '' : kind, since: '' })}
        >
          {text}
        </ToggleChip>
      ))}
    </ToggleChips>
  );
}
