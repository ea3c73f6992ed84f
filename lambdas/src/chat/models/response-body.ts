import { streamEvents } from './event-stream.ts';
import { ModelError } from './failures.ts';
import { parseJson } from './refusal.ts';

export const endOfStream = Symbol('[DONE]');

/** Reads the JSON objects that a response consists of: the events of a stream, or one whole. */
export async function* readObjects({ body }: Response): AsyncIterable<unknown> {
  if (!body) return;
  const pieces = body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  try {
    const start = await readStart(pieces);
    // Servers ignore `stream`, and name the wrong type of content, so the first character decides.
    if (start.startsWith('<')) throw new ModelError({ code: 'wrong_address' });
    if (start.startsWith('{')) {
      yield readJson(await joinPieces(start, pieces));
      yield endOfStream;
    } else yield* readEvents(startingWith(start, pieces));
  } finally {
    await pieces.return?.();
  }
}

async function* readEvents(pieces: AsyncIterable<string>): AsyncIterable<unknown> {
  for await (const { data, isError } of streamEvents(pieces)) {
    // Its reason may be a text, or missing.
    if (isError) yield { error: parseJson(data) ?? (data || true) };
    // A text that is no JSON object keeps the connection alive. Half of an object is a loss.
    else if (data.trim() === '[DONE]') yield endOfStream;
    else if (data.trimStart().startsWith('{')) yield readJson(data);
  }
}

async function joinPieces(start: string, rest: AsyncIterable<string>): Promise<string> {
  const pieces = [start];
  for await (const piece of rest) pieces.push(piece);
  return pieces.join('');
}

async function readStart(pieces: AsyncIterator<string>): Promise<string> {
  let start = '';
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    start = (start + next.value).trimStart();
    if (start !== '') break;
  }
  return start;
}

async function* startingWith(start: string, rest: AsyncIterable<string>) {
  yield start;
  yield* rest;
}

function readJson(text: string): unknown {
  const value = parseJson(text);
  if (value === undefined) throw new ModelError({ code: 'unreadable', hasBegun: true });
  return value;
}
