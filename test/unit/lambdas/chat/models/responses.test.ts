import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ListedModel, findModel } from 'lambdas/chat/models/catalogue';
import { ModelError, modelFailureOf } from 'lambdas/chat/models/failures';
import { openAiClient } from 'lambdas/chat/models/openai-client';
import { buildPrompt } from 'lambdas/chat/models/prompt';
import { type FakeModel, startFakeModel } from 'local/fakes/openai/model';
import { listen } from 'local/http/listen';
import { ModelSettings } from 'shared-types/contract/model';
import type { AnswerPart } from 'lambdas/chat/models/model';

/** A server that sends the events that the test sets. */
let sent: unknown[] = [];
let refusals: object[] = [];
const server = createServer((request, response) => {
  request.resume();
  const refusal = refusals.shift();
  response.writeHead(refusal ? 400 : 200, { 'content-type': refusal ? 'application/json' : 'text/event-stream' });
  if (refusal) response.end(JSON.stringify({ error: refusal }));
  else response.end(sent.map((each) => `data: ${JSON.stringify(each)}\n\n`).join(''));
});
let address = '';
let fake: FakeModel;
beforeAll(async () => {
  fake = await startFakeModel({ pace: { firstMs: 0, everyMs: 0, tokens: 50 } });
  address = `http://127.0.0.1:${await listen(server)}/v1`;
});
afterAll(async () => {
  await fake.close();
  server.close();
});

const terra: ListedModel = ModelSettings.parse({
  code: 'terra',
  providerCode: 'gpt-6.1-terra',
  name: 'Terra',
  api: 'responses',
  temperature: false,
  efforts: ['none', 'high'],
  webSearch: true,
});
const settings = { systemPrompt: 'Be brief.', temperature: null, outputTokens: 1000 };
const question = { senderRole: 'USER', text: 'What is tea?' } as const;

async function answer(
  baseURL: string,
  model = terra,
  chosen: Parameters<typeof buildPrompt>[3] = { effort: 'high', webSearch: true },
) {
  const parts: AnswerPart[] = [];
  const client = openAiClient({ baseURL, apiKey: async () => 'key', timeoutMs: 10_000 });
  const prompt = buildPrompt(model, settings, [question], chosen);
  for await (const part of client.answer(prompt, new AbortController().signal, async () => {})) parts.push(part);
  return {
    text: parts.map(({ text = '' }) => text).join(''),
    thoughts: parts.map(({ thoughts = '' }) => thoughts).join(''),
    searches: parts.reduce((sum, { searches = 0 }) => sum + searches, 0),
    // The end of a stream repeats them.
    citations: [...new Map(parts.flatMap(({ citations = [] }) => citations.map((each) => [each.url, each]))).values()],
    usage: parts.findLast(({ usage }) => usage)?.usage,
    finishReason: parts.findLast(({ finishReason }) => finishReason)?.finishReason,
  };
}

const say = (...events: unknown[]) => {
  sent = events;
  return answer(address);
};
const delta = (text: unknown) => ({ type: 'response.output_text.delta', delta: text });
const ended = (status: string, more: object = {}) => ({
  type: `response.${status}`,
  response: { status, output: [], ...more },
});
const page = { type: 'url_citation', url: 'https://a.b/', title: 'A page' };
const source = (url: unknown) => ({ type: 'response.output_text.annotation.added', annotation: { ...page, url } });

describe('the client of the Responses API', () => {
  it('asks with effort, summary, search and the own name of the model, and lets nothing be stored', async () => {
    const read = await answer(fake.baseUrl);
    expect(read).toMatchObject({
      thoughts: expect.stringMatching(/^\*\*Reading the question\*\*.+, \n\nso the answer/s),
      searches: 1,
      citations: [{ url: 'https://example.org/tea', title: 'Tea, by an example' }],
      finishReason: 'stop',
      usage: { inputTokens: expect.any(Number), outputTokens: expect.any(Number) },
    });
    expect(read.text).toContain('gpt-6.1-terra');
    expect(fake.calls().at(-1)).toMatchObject({
      parameters: ['model', 'input', 'max_output_tokens', 'max_tool_calls', 'store', 'stream', 'reasoning', 'tools'],
      status: 200,
    });
  });

  it('leaves out what the model does not have', async () => {
    const plain = { ...terra, providerCode: 'gpt-4o', efforts: [], webSearch: false };
    expect(await answer(fake.baseUrl, plain)).toMatchObject({ thoughts: '', searches: 0, finishReason: 'stop' });
    expect(fake.calls().at(-1)?.parameters).toEqual(['model', 'input', 'max_output_tokens', 'store', 'stream']);
  });

  it('reads a whole response in the place of a stream', async () => {
    expect(await answer(fake.baseUrl, { ...terra, stream: false })).toMatchObject({
      text: expect.stringContaining('gpt-6.1-terra'),
      thoughts: expect.stringContaining('Reading the question'),
      searches: 1,
      finishReason: 'stop',
    });
  });

  it('asks again without the summary that only verified organizations get', async () => {
    refusals = [
      {
        message: 'Your organization must be verified to generate reasoning summaries.',
        type: 'invalid_request_error',
        param: 'reasoning.summary',
        code: 'unsupported_value',
      },
    ];
    expect(await say(delta('Tea.'), ended('completed'))).toMatchObject({ text: 'Tea.', finishReason: 'stop' });
    expect(refusals).toEqual([]);
  });

  it.each<[string, unknown[], object]>([
    [
      'skips events that it does not know',
      [{ type: 'response.queued' }, {}, delta('a'), ended('completed')],
      { text: 'a' },
    ],
    ['skips a text that is none', [delta(7), delta('a'), delta(null), ended('completed')], { text: 'a' }],
    [
      'takes a refusal as the answer',
      [{ type: 'response.refusal.delta', delta: 'No.' }, ended('completed')],
      { text: 'No.', finishReason: 'stop' },
    ],
    [
      'names the limit of the length',
      [delta('a'), ended('incomplete', { incomplete_details: { reason: 'max_output_tokens' } })],
      { text: 'a', finishReason: 'length' },
    ],
    [
      'names the filter',
      [delta('a'), ended('incomplete', { incomplete_details: { reason: 'content_filter' } })],
      { finishReason: 'content_filter' },
    ],
    [
      'reads at the end what was not streamed',
      [ended('completed', { output: [{ type: 'message', content: [{ type: 'output_text', text: 'Late.' }] }] })],
      { text: 'Late.' },
    ],
    [
      'does not repeat at the end what was streamed',
      [delta('a'), ended('completed', { output: [{ type: 'message', content: [{ text: 'a' }] }] })],
      { text: 'a' },
    ],
    [
      'begins a paragraph with a second message',
      [delta('a'), { type: 'response.output_item.added', item: { type: 'message' } }, delta('b'), ended('completed')],
      { text: 'a\n\nb' },
    ],
    [
      'counts searches, and no opened page',
      [
        { type: 'response.output_item.done', item: { type: 'web_search_call', action: { type: 'search' } } },
        { type: 'response.output_item.done', item: { type: 'web_search_call', action: { type: 'open_page' } } },
        delta('a'),
        ended('completed', { output: [{ type: 'web_search_call' }] }),
      ],
      { searches: 1 },
    ],
    [
      'takes links to pages only',
      [source('javascript:alert(1)'), source('http://['), source(7), source('https://a.b/'), ended('completed')],
      { citations: [{ url: 'https://a.b/', title: 'A page' }] },
    ],
    [
      'reads at the end the sources that were not streamed',
      [
        ended('completed', {
          output: [{ type: 'message', content: [{ type: 'output_text', text: 'Tea.', annotations: [page] }] }],
        }),
      ],
      { text: 'Tea.', citations: [{ url: 'https://a.b/', title: 'A page' }] },
    ],
    [
      'names a reason that only the provider knows',
      [delta('a'), ended('incomplete', { incomplete_details: { reason: 'max_spend' } })],
      { text: 'a', finishReason: 'max_spend' },
    ],
    [
      'names a tool that the site does not have',
      [{ type: 'response.output_item.done', item: { type: 'function_call', name: 'x' } }, ended('completed')],
      { text: '', finishReason: 'tool_calls' },
    ],
    [
      'counts thoughts that are billed beside the answer',
      [delta('a'), ended('completed', { usage: { input_tokens: 9, output_tokens: 3, total_tokens: 512 } })],
      { usage: { inputTokens: 9, outputTokens: 503 } },
    ],
    [
      'leaves out an impossible usage',
      [delta('a'), ended('completed', { usage: { input_tokens: -1, output_tokens: 'x' } })],
      { text: 'a', usage: undefined, finishReason: 'stop' },
    ],
  ])('%s', async (_, events, expected) => {
    expect(await say(...events)).toMatchObject(expected);
  });

  it.each<[string, unknown[], string]>([
    ['a failure', [ended('failed', { error: { code: 'rate_limit_exceeded', message: 'slower' } })], 'unreadable'],
    ['a failure of the server', [ended('failed', { error: { code: 'server_error', message: 'oops' } })], 'interrupted'],
    ['an invalid prompt', [ended('failed', { error: { code: 'invalid_prompt', message: 'no' } })], 'filtered'],
    ['half of an event', ['{'], 'unreadable'],
  ])('fails once for %s', async (_, events, code) => {
    const thrown: unknown = await say(...events).then(
      ({ finishReason }) => finishReason ?? new ModelError({ code: 'cut', hasBegun: true }),
      (error: unknown) => error,
    );
    expect(thrown instanceof ModelError && modelFailureOf(thrown).failure.code).toBe(code);
  });

  it('has no answer from a stream that ends without its last event', async () => {
    expect((await say(delta('a'))).finishReason).toBeUndefined();
  });
});

it('an effort that the model does not accept is left to the model', () => {
  const prompt = buildPrompt(terra, settings, [question], { effort: 'xhigh', webSearch: true });
  expect([prompt.effort, prompt.searches]).toEqual([undefined, 5]);
  const other = buildPrompt(findModel([], 'gpt-4o'), settings, [question], { effort: 'high', webSearch: true });
  expect([other.effort, other.searches]).toEqual([undefined, 0]);
});
