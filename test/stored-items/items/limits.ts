import { type Kind, laterMs, now, nowMs } from './kind.ts';

const ttl = 1_795_219_200;

export const limitRows: Kind[] = [
  {
    name: 'auth: counter of a rate limit',
    row: { pk: 'LIMIT#code#ann', sk: 'WINDOW', taken: 5, endsAtMs: laterMs, ttl },
    read: ({ auth }) => auth.counters.take([{ kind: 'code', subject: 'ann', max: 5, windowMs: 600_000 }], now),
    means: laterMs,
  },
  {
    name: 'auth: bucket of the steps of a network, of a known browser, or of all of them',
    row: { pk: 'BUCKET#network:203.0.113.7', sk: 'BUCKET', fullAtMs: nowMs + 2000, ttl },
    read: ({ auth }) => auth.buckets.take('network:203.0.113.7', { burst: 2, rate: 1 }, now),
    means: false,
  },
];
