import { randomUUID } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { devNull } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod';
import type { TimedThreadMessage } from './timed-thread.ts';

type Handler = (event: unknown, context: { awsRequestId: string }) => unknown;
const isHandler = (value: unknown): value is Handler => typeof value === 'function';

const Data = z.object({ files: z.record(z.string(), z.string()) });
const Call = z.object({ name: z.string(), event: z.unknown() });

// As in Lambda's runtime: a log line goes straight to a file, not by way of another thread.
const log = openSync(devNull, 'w');
console.info = (line: string) => void writeSync(log, `${line}\n`);

const handlers = new Map(Object.entries(Data.parse(workerData).files).map(([name, file]) => [name, load(file)]));
const send = (message: TimedThreadMessage) => parentPort?.postMessage(message, []);

parentPort?.on('message', (message) => {
  run(message).then(send, (error: unknown) => send({ error: String(error) }));
});

function load(file: string): Handler {
  const module: unknown = createRequire(import.meta.url)(file);
  const handler: unknown = typeof module === 'object' && module !== null ? Reflect.get(module, 'handler') : undefined;
  if (!isHandler(handler)) throw new Error(`${file} exports no handler`);
  return handler;
}

async function run(message: unknown): Promise<TimedThreadMessage> {
  const { name, event } = Call.parse(message);
  const handler = handlers.get(name);
  if (!handler) throw new Error(`Nothing here is called ${name}`);
  const start = performance.now();
  const result = await handler(event, { awsRequestId: randomUUID() });
  return { ms: performance.now() - start, result };
}
