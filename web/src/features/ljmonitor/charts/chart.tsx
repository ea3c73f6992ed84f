import { type PointerEvent, useId, useState } from 'react';
import { formatTime } from '../../../lib/format-time.ts';
import styles from './chart.module.css';
import { plotHeight, plotWidth, type Point, pointAt, type Scales, createScales } from './chart-lines.ts';

interface ChartProps<Row extends Point> {
  title: string;
  /** The same in a sentence, for those who do not see it. */
  description: string;
  points: readonly Row[];
  /** How far the drawing goes. */
  until: number;
  line: (scales: Scales) => string;
  text: (value: number) => string;
  /** The table's columns: what stands above each, and what a point has there. */
  columns: readonly (readonly [string, (point: Row) => string])[];
  now: number;
}

/** Values over time: a line between its lowest and its highest value, and the same as a table. */
export function Chart<Row extends Point>(props: ChartProps<Row>) {
  const { title, description: story, points, until, line, text, columns, now } = props;
  const id = useId();
  const [pointed, setPointed] = useState<Point>();
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return null;
  const scales = createScales(points, until);
  const values = points.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
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
      <div className={least < most ? styles.most : styles.only}>{text(most)}</div>
      {least < most && <div className={styles.least}>{text(least)}</div>}
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
        {until > first.time && <span>{until >= now ? 'now' : formatTime(until, now)}</span>}
      </div>
      <details className={styles.table}>
        <summary>as a table</summary>
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
