import { useQuery } from '@tanstack/react-query';
import { formatTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { ToggleChip, ToggleChips } from '../../../ui/buttons/toggle-chip.tsx';
import styles from '../filters/list-controls.module.css';
import { groupingOf, isNewsView, type View, type ViewChange } from '../filters/view.ts';
import { countByKind } from './count-by-kind.ts';
import { visitQuery } from './queries.ts';

interface SinceLineProps {
  view: View;
  set: (change: ViewChange) => void;
}

/** Filters the list by what has changed since the last visit. A link from another person may name another time. */
export default function SinceLine({ view, set }: SinceLineProps) {
  const { data: visit } = useQuery(visitQuery);
  const now = useNow(60_000);
  const since = view.since ?? visit?.since ?? undefined;
  const kinds = countByKind(since === visit?.since ? visit?.news : undefined, {
    ...view,
    news: view.since === undefined ? undefined : view.news,
  });
  const isShown = since !== undefined && (kinds.length > 0 || view.since !== undefined);
  if (!isShown) return isNewsView(view) ? <Grouping view={view} set={set} /> : null;
  const toggle = (change: ViewChange, isPressed: boolean) =>
    set(isPressed ? { since: '', news: '' } : { since: String(since), ...change });
  const showsAll = view.since !== undefined && view.news === undefined;
  return (
    <>
      <ToggleChips label="News since your last visit">
        <ToggleChip isPressed={showsAll} onClick={() => toggle({ news: '' }, showsAll)}>
          {`Since ${formatTime(since, now)}`}
        </ToggleChip>
        {kinds.map(({ kind, text }) => {
          const isPressed = view.since !== undefined && view.news === kind;
          return (
            <ToggleChip key={kind} isPressed={isPressed} onClick={() => toggle({ news: kind }, isPressed)}>
              {text}
            </ToggleChip>
          );
        })}
      </ToggleChips>
      {isNewsView(view) && <Grouping view={view} set={set} />}
    </>
  );
}

const Grouping = ({ view, set }: SinceLineProps) => (
  <label className={styles.controls}>
    Group by{' '}
    <select value={groupingOf(view) ?? ''} onChange={({ target }) => set({ group: target.value })}>
      {view.order !== undefined && <option value="">nothing</option>}
      <option value="day">day</option>
      <option value="community">community</option>
    </select>
  </label>
);
