import { hourMs } from 'shared-types/rules/time';

/** Formats a number of hours, to a tenth: '1 hour', '41.5 hours'. */
export function formatHours(hours: number) {
  const text = hours.toLocaleString('en-US', { maximumFractionDigits: 1 });
  return text === '1' ? '1 hour' : `${text} hours`;
}

/** An earlier forecast would follow the last evening. */
const leastHours = 48;

/** Returns the hours of the whole calendar month (UTC) at the rate of its days so far; undefined in its first two days, and without any. */
export function forecastHours(hours: number, now: number): number | undefined {
  const today = new Date(now);
  const startOf = (month: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + month);
  const passed = (now - startOf(0)) / hourMs;
  return passed < leastHours || hours === 0 ? undefined : (hours * (startOf(1) - startOf(0))) / hourMs / passed;
}
