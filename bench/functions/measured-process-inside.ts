import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import type { Measured, Request } from './measured-process.ts';

interface Loaded {
  handler: (event: unknown, context: { awsRequestId: string }) => unknown;
}

const isLoaded = (value: unknown): value is Loaded =>
  typeof value === 'object' && value !== null && 'handler' in value && typeof value.handler === 'function';

const loaded: unknown = createRequire(import.meta.url)(process.argv[2] ?? '');
const send = (message: Measured) => process.send?.(message);

process.on('message', (message: Request) => {
  const answer = 'event' in message ? call(message.event) : measureLive();
  answer.then(send, (error: unknown) => send({ error: String(error) }));
});

async function call(event: unknown): Promise<Measured> {
  if (!isLoaded(loaded)) throw new Error('the function has no handler');
  const start = performance.now();
  const result = await loaded.handler(event, { awsRequestId: randomUUID() });
  return { ms: performance.now() - start, result, peakBytes: process.resourceUsage().maxRSS * 1024 };
}

async function measureLive(): Promise<Measured> {
  await globalThis.gc?.({ type: 'major', execution: 'async' });
  const { heapUsed, external } = process.memoryUsage();
  return { liveBytes: heapUsed + external };
}
