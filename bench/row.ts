/** One line of the benchmark's table. */
export interface Row {
  /** Number of the goal in bench/README.md. */
  row: number;
  what: string;
  value: string;
  goal: string;
  met: boolean;
}

export const row = (number: number, what: string, value: string, goal: string, met: boolean): Row => ({
  row: number,
  what,
  value,
  goal,
  met,
});

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
export const times = (ratio: number) => `${ratio.toFixed(2)}×`;
export const milliseconds = (ms: number) => `${ms.toFixed(ms < 10 ? 2 : 0)} ms`;
