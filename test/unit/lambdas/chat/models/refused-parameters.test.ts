import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findModel, type ListedModel } from 'lambdas/chat/models/catalogue';
import { ModelError, modelFailureOf } from 'lambdas/chat/models/failures';
import { openAiClient } from 'lambdas/chat/models/openai-client';
import { buildPrompt } from 'lambdas/chat/models/prompt';
import { listen } from 'local/http/listen';
import * as z from 'zod';

/** A server that refuses a request while it has a parameter of the test, and records what it was sent. */
type Refuse = (body: Record<string, unknown>) => object | undefined;
let refuse: Refuse;
let status = 400;
let asked: Record<string, unknown>[] = [];
const server = createServer((request, response) => {
  void answerTo(request, response);
});
async function answerTo(request: IncomingMessage, response: ServerResponse) {
  const body = z.record(z.string(), z.unknown()).parse(await json(request));
  asked.push(body);
  const error = refuse(body);
  response.writeHead(error ? status : 200, { 'content-type': 'application/json' });
  const message = { role: 'assistant', content: 'Tea.' };
  response.end(JSON.stringify(error ?? { choices: [{ index: 0, message, finish_reason: 'stop' }] }));
}
let baseURL = '';
beforeAll(async () => {
  baseURL = `http://127.0.0.1:${await listen(server)}/v1`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const model: ListedModel = { ...findModel([], 'm'), efforts: ['low'] };
const settings = { systemPrompt: '', temperature: 0.2, outputTokens: 100_000 };

async function answer(change: Partial<ListedModel> = {}) {
  asked = [];
  const client = openAiClient({ baseURL, apiKey: async () => 'key', timeoutMs: 10_000 });
  const question = { senderRole: 'USER', text: 'What is tea?' } as const;
  const prompt = buildPrompt({ ...model, ...change }, settings, [question], { effort: 'low' });
  let text = '';
  for await (const part of client.answer(prompt, new AbortController().signal, async () => {})) text += part.text ?? '';
  return text;
}
const failureOf = async (change?: Partial<ListedModel>) => {
  const thrown: unknown = await answer(change).catch((error: unknown) => error);
  return thrown instanceof ModelError ? modelFailureOf(thrown).failure.code : thrown;
};

const error = (message: string, param: string | null = null) => ({
  error: { message, type: 'invalid_request_error', param, code: null },
});
const extra = (name: string) => ({
  detail: [{ type: 'extra_forbidden', loc: ['body', name], msg: 'Extra inputs are not permitted', input: 1 }],
});
const limits = ['max_tokens', 'max_completion_tokens'];

describe('a request that a server refuses for a parameter', () => {
  it.each<[provider: string, parameter: string, body: object]>([
    ['Kimi', 'temperature', error('invalid temperature: only 1 is allowed for this model')],
    [
      'OpenAI',
      'temperature',
      error(
        "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
        'temperature',
      ),
    ],
    ['Mistral', 'temperature', extra('temperature')],
    ['Anthropic', 'temperature', error('`temperature` is deprecated for this model.')],
    [
      'LiteLLM',
      'temperature',
      error("litellm.UnsupportedParamsError: O-series models don't support temperature=0.2. Only temperature=1 is."),
    ],
    ['OpenAI', 'reasoning_effort', error('Unrecognized request argument supplied: reasoning_effort')],
    [
      'OpenAI',
      'reasoning_effort',
      error("Unsupported value: 'reasoning_effort' does not support 'low' with this model.", 'reasoning_effort'),
    ],
    [
      'Gemini',
      'reasoning_effort',
      [error('Invalid JSON payload received. Unknown name "reasoning_effort": Cannot find field.')],
    ],
    ['vLLM', 'reasoning_effort', error('This model does not support reasoning effort.')],
    ['Azure', 'stream_options', error('Unrecognized request argument supplied: stream_options')],
    ['OpenAI', 'stream', error('Your organization must be verified to stream this model.', 'stream')],
  ])('of %s is sent again without %s: %j', async (_, parameter, body) => {
    refuse = ({ [parameter]: sent }) => (sent === undefined || sent === false ? undefined : body);
    for (status of [400, 422]) {
      expect(await answer()).toBe('Tea.');
      const [first = {}, second = {}, ...others] = asked;
      expect(others).toEqual([]);
      const without = { ...first, [parameter]: undefined };
      // Only a stream has options.
      expect(second).toEqual(
        JSON.parse(
          JSON.stringify(parameter === 'stream' ? { ...without, stream: false, stream_options: undefined } : without),
        ),
      );
    }
  });

  it('names the limit of tokens as the server does', async () => {
    for (const [name = '', other = ''] of [limits, limits.toReversed()]) {
      refuse = (body) => (name in body ? error(`Unsupported parameter: '${name}'.`, name) : undefined);
      expect(await answer({ tokenLimit: name === 'max_tokens' ? name : 'max_completion_tokens' })).toBe('Tea.');
      expect(asked.map((body) => [body[name], body[other]])).toEqual([
        [100_000, undefined],
        [undefined, 100_000],
      ]);
    }
  });

  it('keeps the limit of tokens that a server knows under no name, because the money counts on it', async () => {
    refuse = (body) =>
      limits.some((name) => name in body) ? error("Unsupported parameter: 'max_tokens'.") : undefined;
    expect(await failureOf()).toBe('refused');
    expect(asked).toHaveLength(2);
  });

  it.each([
    'max_tokens is too large: 100000. This model supports at most 16384 completion tokens.',
    'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]',
    "Invalid 'max_tokens': integer above maximum value. Expected a value <= 4096, but got 100000 instead.",
    'max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens',
    'Range of max_tokens should be [1, 8192]',
    'too many tokens: max tokens must be less than or equal to 4096',
  ])('leaves out a limit above the model’s own: %s', async (message) => {
    refuse = (body) => (limits.some((name) => name in body) ? error(message) : undefined);
    expect(await answer()).toBe('Tea.');
    expect(asked).toHaveLength(2);
  });

  it('leaves out one parameter after the other, and ends', async () => {
    const names = ['temperature', 'reasoning_effort', 'stream_options', 'max_tokens', 'stream'];
    refuse = (body) => {
      const name = names.find((each) => Boolean(body[each]));
      return name === undefined ? undefined : error(`Unsupported parameter: '${name}'`, name);
    };
    expect(await answer()).toBe('Tea.');
    expect(asked).toHaveLength(names.length + 1);
    refuse = () => error(`Unsupported parameters: ${names.join(', ')}`);
    expect(await failureOf()).toBe('refused');
    expect(asked).toHaveLength(2);
  });

  it.each([
    error('Unsupported parameter: top_k'),
    error('We could not parse the JSON body of your request: unexpected end of the stream.'),
    error('No temperature was sent'),
  ])('is sent once if nothing of it was refused: %j', async (body) => {
    refuse = () => body;
    expect(await failureOf({ temperature: false, efforts: [] })).toBe('refused');
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['temperature', error("Unsupported parameter: 'temperature' is not supported with this model.", 'temperature')],
    [
      'reasoning',
      error("Unsupported parameter: 'reasoning.effort' is not supported with this model.", 'reasoning.effort'),
    ],
    ['reasoning', error("Unknown parameter: 'reasoning'.", 'reasoning')],
    ['max_output_tokens', error('max_output_tokens is too large: 100000')],
  ])('of the Responses API is sent again without %s', async (parameter, body) => {
    refuse = ({ [parameter]: sent }) => (sent === undefined || !mentions(sent, body) ? undefined : body);
    // This server answers in the words of the other API, which say nothing here.
    await answer({ api: 'responses' });
    expect(asked.map((each) => mentions(each[parameter], body))).toEqual([true, false]);
  });
});

/** Only the effort of a reasoning may be refused, and its summary stay. */
function mentions(sent: unknown, body: object) {
  const isEffort = JSON.stringify(body).includes('reasoning.effort');
  return isEffort ? typeof sent === 'object' && sent !== null && 'effort' in sent : sent !== undefined;
}

const told = (message: string) => ({ error: { message } });

describe('the time until the next request', () => {
  it.each<[ms: number | undefined, body: object]>([
    [20_000, told('Rate limit reached for gpt-4o. Limit: 3 / min. Please try again in 20s. Visit the docs.')],
    [72_500, told('Rate limit reached. Please try again in 1m12.5s.')],
    [320, told('Please try again in 320ms.')],
    [360_000, told('Please try again in 6m0s.')],
    [36_269, told('You exceeded your current quota. Please retry in 36.268476s.')],
    [86_400_000, told('Please retry after 86400 seconds.')],
    [125_000, told('Try again in 2 minutes and 5 seconds')],
    [7_200_000, told('Please wait 2 hours before you ask again.')],
    [36_000, { error: { message: 'x', details: [{ '@type': 'x', violations: [] }, { retryDelay: '36s' }] } }],
    [1500, { error: { message: 'x', details: [{ retryDelay: '1.5s' }] } }],
    [7000, { error: { message: 'x', retry_after: 7 } }],
    [7000, { detail: 'x', 'retry-after': '7' }],
    [undefined, told('Please try again later.')],
    [undefined, told('Please retry 3 times.')],
    [undefined, { error: { message: 'x', retry_after: 'soon' } }],
    [undefined, { error: { message: 'x', retry_after: -1 } }],
    [undefined, told('Try again in 5 parsecs.')],
  ])('is %d ms: %j', async (ms, body) => {
    refuse = () => body;
    status = 429;
    const thrown: unknown = await answer().catch((caught: unknown) => caught);
    status = 400;
    expect(thrown instanceof ModelError && thrown.retryAfterMs).toBe(ms);
  });
});
