import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Measured } from './measured-process.ts';

interface Loaded {
  handler: (event: unknown, context: { awsRequestId: string }) => unknown;
}

const isLoaded = (value: unknown): value is Loaded =>
  typeof value === 'object' && value !== null && 'handler' in value && typeof value.handler === 'function';

const loaded: unknown = createRequire(import.meta.url)(process.argv[2] ?? '');
const send = (message: Measured) => process.send?.(message);

process.on('message', (message) => {
  run(message).then(send, (error: unknown) => send({ error: String(error) }));
});

async function run(message: unknown): Promise<Measured> {
  if (!isLoaded(loaded)) throw new Error('the function has no handler');
  const event = typeof message === 'object' && message !== null && 'event' in message ? message.event : undefined;
  const start = performance.now();
  const result = await loaded.handler(event, { awsRequestId: randomUUID() });
  return { ms: performance.now() - start, result, peakBytes: process.resourceUsage().maxRSS * 1024 };
}
