import styles from './sparkline.module.css';

const width = 72;
const height = 22;
const edge = 3;

/** A step line with a step of equal width for each value. Hidden from screen readers: the text beside it has the data. */
export function Sparkline({ values }: { values: number[] }) {
  const least = Math.min(...values);
  const range = Math.max(...values) - least || 1;
  const y = (value: number) => round(height - edge - ((value - least) / range) * (height - 2 * edge));
  const x = (index: number) => round(edge + (index / values.length) * (width - 2 * edge));
  const steps = values.map((value, index) => `${index === 0 ? `M${edge} ` : 'V'}${y(value)}H${x(index + 1)}`);
  return (
    <svg className={styles.line} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path d={steps.join('')} />
      <circle cx={width - edge} cy={y(values.at(-1) ?? least)} r="2.25" />
    </svg>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;
