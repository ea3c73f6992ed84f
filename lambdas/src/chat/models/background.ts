import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { ModelError } from './failures.ts';
import { optional } from './optional.ts';
import { endOfStream, readObjects } from './response-body.ts';

/** The point up to which a background response was read. */
export interface BackgroundCursor {
  id: string;
  /** The number of the last event; undefined before the first one, and for a response without a stream. */
  after: number | undefined;
}

interface BackgroundCalls {
  retrieve: (cursor: BackgroundCursor) => Promise<Response>;
  keepId: (id: string) => Promise<void>;
  signal: AbortSignal;
}

/** The connection may break this number of times without a new event. */
const maxBreaks = 5;
const pauseMs = 1000;

const State = z.object({ id: optional(z.string()), status: optional(z.string()) });
const Progress = z.object({
  object: optional(z.string()),
  sequence_number: optional(z.number()),
  response: optional(State),
});
const unfinished = new Set([undefined, 'queued', 'in_progress']);

/**
 * Reads the JSON objects of a response that the provider writes in the background, from its first answer or by its id.
 * When the connection breaks, they go on with the event after the last one. A response without a stream is asked for
 * until it is complete.
 */
export async function* readBackground(
  first: Response | string,
  { retrieve, keepId, signal }: BackgroundCalls,
): AsyncIterable<unknown> {
  let cursor: BackgroundCursor | undefined = typeof first === 'string' ? { id: first, after: undefined } : undefined;
  let opened = typeof first === 'string' ? undefined : first;
  for (let breaks = 0; breaks <= maxBreaks && !signal.aborted; breaks++) {
    try {
      const response = opened ?? (cursor && (await retrieve(cursor)));
      opened = undefined;
      for await (const value of response ? readObjects(response) : []) {
        if (value === endOfStream) break;
        const { object, sequence_number: after, response: state } = Progress.safeParse(value).data ?? {};
        const isWhole = object === 'response';
        const { id, status } = (isWhole ? State.safeParse(value).data : state) ?? {};
        if (cursor === undefined && id !== undefined) await keepId(id);
        const known: string | undefined = cursor?.id ?? id;
        if (known !== undefined) cursor = { id: known, after: after ?? cursor?.after };
        const isUnfinished = unfinished.has(status);
        if (!(isWhole && isUnfinished)) yield value;
        if (!isUnfinished) return;
        breaks = 0;
      }
    } catch (error) {
      if (cursor === undefined || !isBreak(error)) throw error;
    }
    // Without an id there is nothing to take up.
    if (cursor === undefined) return;
    await pause(pauseMs, undefined, { signal }).catch(() => {});
  }
}

/** The provider still has the response, so another look may show it. */
const isBreak = (error: unknown) =>
  !(error instanceof ModelError) || error.status === undefined || error.status >= 500 || error.status === 429;
