import styles from './sparkline.module.css';

interface SparklineProps {
  points: { x: number; y: number }[];
  /** The same in words, for those who do not see it. */
  label: string;
}

const width = 72;
const height = 22;
const edge = 3;

/** A few figures over time as a stepped line: a price holds until the next one. Nothing for fewer than two. */
export function Sparkline({ points, label }: SparklineProps) {
  if (points.length < 2) return null;
  const steps = positionsOf(points);
  const [first, ...rest] = steps;
  const last = steps.at(-1);
  if (!first || !last) return null;
  const path = `M${first.x} ${first.y}${rest.map(({ x, y }) => `H${x}V${y}`).join('')}`;
  return (
    <svg
      className={styles.line}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <path d={path} />
      <circle cx={last.x} cy={last.y} r="2.25" />
    </svg>
  );
}

/** Spreads the values between two edges; equal ones lie in the middle. */
function scale(values: number[], from: number, to: number) {
  const least = Math.min(...values);
  const range = Math.max(...values) - least;
  return (value: number) => round(range === 0 ? (from + to) / 2 : from + ((value - least) / range) * (to - from));
}

function positionsOf(points: { x: number; y: number }[]) {
  const x = scale(
    points.map((point) => point.x),
    edge,
    width - edge,
  );
  const y = scale(
    points.map((point) => point.y),
    height - edge,
    edge,
  );
  return points.map((point) => ({ x: x(point.x), y: y(point.y) }));
}

const round = (value: number) => Math.round(value * 10) / 10;
