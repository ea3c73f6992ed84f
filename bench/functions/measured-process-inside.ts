import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import * as z from 'zod';
import type { Measured } from './measured-process.ts';

const Module = z.object({
  handler: z.custom<(event: unknown, context: { awsRequestId: string }) => unknown>(
    (value) => typeof value === 'function',
  ),
});
const Message = z.object({ event: z.unknown() });

const { handler } = Module.parse(createRequire(import.meta.url)(process.argv[2] ?? ''));
const send = (message: Measured) => process.send?.(message);

process.on('message', (message) => {
  run(message).then(send, (error: unknown) => send({ error: String(error) }));
});

async function run(message: unknown): Promise<Measured> {
  const start = performance.now();
  const result = await handler(Message.parse(message).event, { awsRequestId: randomUUID() });
  return { ms: performance.now() - start, result, peakBytes: process.resourceUsage().maxRSS * 1024 };
}
