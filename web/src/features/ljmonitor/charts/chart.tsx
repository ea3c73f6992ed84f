import { type PointerEvent, useId, useState } from 'react';
import { formatTime } from '../../../lib/format-time.ts';
import styles from './chart.module.css';
import { plotHeight, plotWidth, type Point, pointAt, type Scales, createScales } from './chart-lines.ts';
import * as texts from './messages.ts';

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
}

/** A line chart of values over time, with the same data as a table. */
export function Chart<Row extends Point>(props: ChartProps<Row>) {
  const { title, description: story, points, until, line, text, columns, now } = props;
  const id = useId();
  const [pointed, setPointed] = useState<Point>();
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return null;
  const scales = createScales(points, until);
  const values = points.map(({ value }) => value);
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const shown = pointed ?? last;
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(pointAt(points, first.time + ((clientX - left) / width) * (until - first.time)));
  };
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <span>{title}</span>
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
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={() => setPointed(undefined)}
      >
        <title id={`${id}title`}>{title}</title>
        <desc id={`${id}story`}>{story}</desc>
        <path className={styles.edge} d={`M0 0H${plotWidth}M0 ${plotHeight}H${plotWidth}`} />
        {pointed && <path className={styles.edge} d={`M${scales.x(pointed.time)} 0V${plotHeight}`} />}
        <path className={styles.line} d={line(scales)} />
        <path className={styles.dot} d={`M${scales.x(shown.time)} ${scales.y(shown.value)}h0`} />
      </svg>
      <div className={styles.times}>
        <span>{formatTime(first.time, now)}</span>
        {until > first.time && <span>{until >= now ? texts.now : formatTime(until, now)}</span>}
      </div>
      <details className={styles.table}>
        <summary>{texts.showAsTable}</summary>
        <table>
          <thead>
            <tr>
              {columns.map(([name]) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.toReversed().map((each) => (
              <tr key={each.time}>
                {columns.map(([name, cell]) => (
                  <td key={name}>{cell(each)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
