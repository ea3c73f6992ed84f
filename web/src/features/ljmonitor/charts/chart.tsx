import { type PointerEvent, useId, useState } from 'react';
import { formatTime } from '../../../lib/format-time.ts';
import styles from './chart.module.css';
import { plotHeight, plotWidth, type Point, pointAt, type Scales, brokenLine, createScales } from './chart-lines.ts';
import { FoldedTable } from './folded-table.tsx';

interface ChartProps<Row extends Point> {
  title: string;
  /** Describes the chart in a sentence, for screen readers. */
  description: string;
  points: readonly Row[];
  /** The end of the time axis. */
  until: number;
  line: (scales: Scales) => string;
  text: (value: number) => string;
  /** The table's columns: the head of each, and the text of a point's cell. */
  columns: readonly (readonly [string, (point: Row) => string])[];
  now: number;
  /** Other values to compare with: the name of both lines, and the points of the other one. */
  compared?: { names: readonly [string, string]; points: readonly Point[] } | undefined;
}

/** A line chart of values over time, with the same data as a table. */
export function Chart<Row extends Point>(props: ChartProps<Row>) {
  const { title, description: story, points, until, line, text, columns, now, compared } = props;
  const id = useId();
  const [pointed, setPointed] = useState<Point>();
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return null;
  const all = [...points, ...(compared?.points ?? [])];
  const scales = createScales(all, until);
  const values = all.map(({ value }) => value);
  const begin = Math.min(...all.map(({ time }) => time));
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const shown = pointed ?? last;
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(pointAt(points, begin + ((clientX - left) / width) * (until - begin)));
  };
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <span>{title}</span>
        {compared && (
          <span>
            <span className={styles.lineName}>{compared.names[0]}</span>{' '}
            <span className={styles.comparedName}>{compared.names[1]}</span>
          </span>
        )}
        <span>
          {formatTime(shown.time, now)} · <strong>{text(shown.value)}</strong>
        </span>
      </figcaption>
      <div className={min < max ? styles.max : styles.only}>{text(max)}</div>
      {min < max && <div className={styles.min}>{text(min)}</div>}
      <svg
        className={styles.field}
        viewBox={`0 0 ${plotWidth} ${plotHeight}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={`${id}title ${id}story`}
        onPointerDown={(event) => {
          point(event);
          // A finger that reads the chart does not push the row around it aside.
          event.stopPropagation();
        }}
        onPointerMove={point}
        onPointerLeave={() => setPointed(undefined)}
      >
        <title id={`${id}title`}>{title}</title>
        <desc id={`${id}story`}>{story}</desc>
        <path className={styles.edge} d={`M0 0H${plotWidth}M0 ${plotHeight}H${plotWidth}`} />
        {pointed && <path className={styles.edge} d={`M${scales.x(pointed.time)} 0V${plotHeight}`} />}
        {compared && <path className={styles.compared} d={brokenLine(compared.points, scales, Infinity)} />}
        <path className={styles.line} d={line(scales)} />
        <path className={styles.dot} d={`M${scales.x(shown.time)} ${scales.y(shown.value)}h0`} />
      </svg>
      <div className={styles.times}>
        <span>{formatTime(begin, now)}</span>
        {until > begin && <span>{until >= now ? 'Now' : formatTime(until, now)}</span>}
      </div>
      <FoldedTable
        summary="Show as table"
        columns={columns}
        rows={points.toReversed()}
        keyOf={({ time }) => time}
        className={styles.table}
      />
    </figure>
  );
}
