import { retryNames, retrySentence } from './dialects.ts';

const units: readonly (readonly [words: RegExp, ms: number])[] = [
  [/^(ms$|milli)/i, 1],
  [/^s(ec|$)/i, 1000],
  [/^m(in|$)/i, 60_000],
  [/^h(r|our|$)/i, 3_600_000],
  [/^d(ay|$)/i, 86_400_000],
];

const delayOf = (ms: number) => (ms > 0 && Number.isFinite(ms) ? Math.ceil(ms) : undefined);

/** Reads a duration as "36s", "1m12.5s", "320ms" or "2 minutes and 5 seconds". */
const durationMs = (text: string) =>
  delayOf(
    [...text.matchAll(/(\d+(?:\.\d+)?) ?([a-z]+)/gi)].reduce((sum, [, count, unit = '']) => {
      const [, ms = Number.NaN] = units.find(([words]) => words.test(unit)) ?? [];
      return sum + Number(count) * ms;
    }, 0),
  );

function fieldMs(value: unknown): number | undefined {
  if (typeof value === 'number') return delayOf(value * 1000);
  if (typeof value !== 'string') return undefined;
  return delayOf(Number(value) * 1000) ?? durationMs(value);
}

/** Finds the delay in the fields of a body, however deep the server has put them. */
function delayInFields(body: unknown, depth = 0): number | undefined {
  if (typeof body !== 'object' || body === null || depth > 6) return undefined;
  const found = Object.entries(body).map(([name, value]: [string, unknown]) =>
    retryNames.test(name) ? fieldMs(value) : delayInFields(value, depth + 1),
  );
  return found.find((each) => each !== undefined);
}

function delayInHeaders(headers: Headers): number | undefined {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (exact > 0) return exact;
  const given = headers.get('retry-after');
  if (!given) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(given) ? Number(given) * 1000 : Date.parse(given) - Date.now();
  return Number.isFinite(ms) ? Math.max(ms, 0) : undefined;
}

/** Returns the time that a server asks us to wait: in a header, in a field of its body, or in the sentence of its reason. */
export function retryDelayMs(headers: Headers | undefined, body: unknown, reason: string): number | undefined {
  const [, told] = retrySentence.exec(reason) ?? [];
  return (
    (headers && delayInHeaders(headers)) ?? delayInFields(body) ?? (told === undefined ? undefined : durationMs(told))
  );
}
