import type { StackEvent } from 'shared-types/contract/stack';
import { formatDuration } from '../../../lib/format-duration.ts';
import { useNow } from '../../../lib/use-now.ts';
import { type TimelineSpan, timelineSpans } from './spans.ts';
import styles from './timeline.module.css';

/** A bar chart of the time each resource took. The table of events has the same data as text. */
export function Timeline({ events }: { events: StackEvent[] }) {
  const rows = [...timelineSpans(events)];
  const all = rows.flatMap(([, spans]) => spans);
  const clock = useNow(all.some(({ endMs }) => endMs === null) ? 1_000 : undefined);
  // A clock that is behind must not make a bar end before it starts.
  const now = Math.max(clock, ...events.map(({ timestamp }) => timestamp));
  const from = Math.min(...all.map(({ startMs }) => startMs));
  const length = Math.max(1, ...all.map(({ endMs }) => (endMs ?? now) - from));
  const percent = (ms: number) => `${(100 * ms) / length}%`;
  return (
    <ol className={styles.timeline} aria-label="Timeline">
      {rows.map(([logicalResourceId, spans]) => (
        <li key={logicalResourceId}>
          <span className={styles.name}>{logicalResourceId}</span>
          <svg aria-hidden="true">
            {spans.map(({ color, startMs, endMs }, index) => (
              <rect
                key={index}
                data-color={color}
                x={percent(startMs - from)}
                width={percent((endMs ?? now) - startMs)}
                height="8"
                rx="2"
              />
            ))}
          </svg>
          <span className={styles.took}>{formatDuration(lengthOf(spans, now))}</span>
        </li>
      ))}
    </ol>
  );
}

const lengthOf = (spans: TimelineSpan[], now: number) =>
  spans.reduce((sum, { startMs, endMs }) => sum + (endMs ?? now) - startMs, 0);
