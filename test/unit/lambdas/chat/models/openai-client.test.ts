import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ModelError, modelFailureOf } from 'lambdas/chat/models/failures';
import { buildPrompt } from 'lambdas/chat/models/prompt';
import { findModel, mergeModels } from 'lambdas/chat/models/catalogue';
import { openAiClient } from 'lambdas/chat/models/openai-client';
import type { AnswerPart } from 'lambdas/chat/models/model';
import { listen } from 'local/http/listen';

/** A provider whose answers the test sets, and which records the requests. */
type Serve = (response: ServerResponse) => void;
let serve: Serve;
let asked: { headers: IncomingMessage['headers']; body: unknown }[] = [];
const server = createServer((request, response) => {
  void note(request).then(() => serve(response));
});
async function note(request: IncomingMessage) {
  const body: unknown = JSON.parse(await text(request));
  // A request that was given up can arrive during the next test.
  if (request.url?.startsWith(pathOfCall)) asked.push({ headers: request.headers, body });
}
let origin = '';
let calls = 0;
let pathOfCall = '';
beforeAll(async () => {
  origin = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const settings = { systemPrompt: '', temperature: null, outputTokens: 100 };
const prompt = buildPrompt(findModel(mergeModels([]), 'gpt-4o'), settings, [
  { senderRole: 'USER', text: 'What is tea?' },
]);

async function answer(apiKey: () => Promise<string | undefined> = async () => 'sk-secret', timeoutMs = 10_000) {
  asked = [];
  calls += 1;
  pathOfCall = `/call-${calls}/`;
  const baseURL = `${origin}${pathOfCall}v1`;
  const parts: AnswerPart[] = [];
  const model = openAiClient({ baseURL, apiKey, timeoutMs });
  for await (const part of model.answer(prompt, new AbortController().signal, async () => {})) parts.push(part);
  return parts;
}

async function refusal(): Promise<ModelError> {
  const thrown: unknown = await answer().catch((error: unknown) => error);
  if (thrown instanceof ModelError) return thrown;
  throw new Error('The provider has not refused');
}

const refuse =
  (status: number, error: object, headers: Record<string, string> = {}): Serve =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error }));
  };

const events =
  (...data: (object | string)[]): Serve =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const each of data) response.write(`data: ${typeof each === 'string' ? each : JSON.stringify(each)}\n\n`);
    response.end();
  };

const chunk = (delta: object, finish: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
});

describe('the OpenAI client', () => {
  it('yields text, the finish reason and the tokens as they come', async () => {
    serve = events(
      chunk({ role: 'assistant', content: '' }),
      chunk({ content: 'Te' }),
      chunk({ content: 'a.' }),
      chunk({}, 'stop'),
      { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } },
      '[DONE]',
    );
    expect(await answer()).toEqual([
      {},
      { text: 'Te' },
      { text: 'a.' },
      { finishReason: 'stop' },
      { usage: { inputTokens: 3, outputTokens: 2 } },
      {},
    ]);
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer sk-secret']);
    // There are no tools, so nothing that a text says can make the model act.
    expect(asked.map(({ body }) => body)).toEqual([
      {
        model: 'gpt-4o',
        messages: [{ role: 'user', content: 'What is tea?' }],
        max_tokens: 100,
        stream: true,
        stream_options: { include_usage: true },
      },
    ]);
  });

  it('never retries by itself', async () => {
    for (const status of [408, 409, 429, 500, 503]) {
      serve = refuse(status, { message: 'later' });
      await expect(answer()).rejects.toMatchObject({ name: 'ModelError', status });
      expect(asked).toHaveLength(1);
    }
  });

  it.each([
    [401, { code: 'invalid_api_key', message: 'Incorrect API key provided: sk-secret' }, 'unauthorized', undefined],
    [403, { code: 'unsupported_country', message: 'no' }, 'forbidden', undefined],
    [404, { code: 'model_not_found', message: 'The model does not exist' }, 'modelGone', undefined],
    [404, { message: 'Not Found' }, 'wrongAddress', undefined],
    [400, { code: 'context_length_exceeded', message: 'too long' }, 'tooLong', undefined],
    [400, { code: 'content_policy_violation', message: 'no' }, 'filtered', undefined],
    [400, { message: 'bad' }, 'refused', undefined],
    [422, { message: 'bad' }, 'refused', undefined],
    [429, { code: 'insufficient_quota', message: 'pay' }, 'quota', undefined],
    [429, { type: 'insufficient_quota', message: 'pay' }, 'quota', undefined],
    [429, { code: 'rate_limit_exceeded', message: 'slower' }, 'busy', 'busy'],
    [500, { message: 'oops' }, 'unavailable', 'unavailable'],
    [529, { message: 'overloaded' }, 'unavailable', 'unavailable'],
  ])('translates %d %j to %s', async (status, error, code, retryReason) => {
    serve = refuse(status, error);
    const thrown = await refusal();
    // Neither the key nor the provider's message about it leaves the client.
    expect(String(thrown)).not.toMatch(/secret|Incorrect/);
    expect(modelFailureOf(thrown)).toMatchObject({ failure: { code }, retryReason });
  });

  it.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1500],
    [{}, undefined],
    [{ 'retry-after': 'soon' }, undefined],
  ])('reads the retry delay from %j', async (headers, waitMs) => {
    serve = refuse(429, { message: 'slower' }, headers);
    const thrown = await refusal();
    expect(modelFailureOf(thrown).waitMs).toBe(waitMs);
  });

  it('throws an error in the middle of a stream', async () => {
    serve = events(chunk({ content: 'Te' }), { error: { message: 'overloaded', type: 'server_error' } });
    await expect(answer()).rejects.toMatchObject({ name: 'ModelError', hasBegun: false });
  });

  it('throws if the provider is unreachable, or does not begin in time', async () => {
    serve = (response) => response.destroy();
    await expect(answer()).rejects.toMatchObject({ name: 'ModelError', status: undefined });
    expect(asked).toHaveLength(1);
    serve = () => {};
    await expect(answer(async () => 'key', 50)).rejects.toMatchObject({ name: 'ModelError', status: undefined });
  });

  it('sends no request without a key', async () => {
    await expect(answer(async () => undefined)).rejects.toMatchObject({ name: 'ModelError', status: 401 });
    expect(asked).toEqual([]);
  });

  it('rethrows a bug of ours unchanged', async () => {
    await expect(answer(() => Promise.reject(new RangeError('ours')))).rejects.toThrow(RangeError);
  });
});
