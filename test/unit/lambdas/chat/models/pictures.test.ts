import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StoredFile } from 'lambdas/chat/files/file';
import { findModel, type ListedModel, mergeModels } from 'lambdas/chat/models/catalogue';
import { modelFailureOf, ModelError } from 'lambdas/chat/models/failures';
import { openAiClient } from 'lambdas/chat/models/openai-client';
import { buildPrompt, type Prompt } from 'lambdas/chat/models/prompt';
import { maxUsage } from 'lambdas/chat/quota/billed-usage';
import { type FakeModel, startFakeModel } from 'local/fakes/openai/model';
import { ModelSettings } from 'shared-types/contract/model';
import { asTexts, asTheyAre, pictureTokens, tokensOfFiles } from 'shared-types/rules/chat/picture-tokens';
import { pngOf } from '../../../../support/pictures.ts';
import { sha256 } from '../../../../support/sha256.ts';

let fake: FakeModel;
beforeAll(async () => {
  fake = await startFakeModel({ pace: { firstMs: 0, everyMs: 0, tokens: 50 } });
});
afterAll(() => fake.close());

const settings = { systemPrompt: '', temperature: null, outputTokens: 1000 };
const seer = (over: object = {}): ListedModel =>
  ModelSettings.parse({ code: 'gpt-4o', name: 'Seer', pictures: 'bytes', ...over });
const picture = (key: string, bytes = 81): StoredFile => ({
  fileId: key,
  key,
  name: `${key}.png`,
  type: 'image/png',
  bytes,
  width: 40,
  height: 30,
});
const large = (key: string) => ({ ...picture(key, 1), width: 4000, height: 4000 });
const question = (text: string, ...files: StoredFile[]) => ({ senderRole: 'USER' as const, text, files });
const answer = { senderRole: 'ASSISTANT' as const, text: 'A cat.' };

describe('the tokens of a picture', () => {
  it.each([
    [{ width: 40, height: 30 }, 255],
    [{ width: 512, height: 512 }, 256],
    [{ width: 1024, height: 1024 }, 1024],
    [{ width: 3000, height: 4000 }, 1536],
    [{ width: 20_000, height: 10 }, 765],
  ])('of %j are %i', (dimensions, tokens) => {
    expect(pictureTokens(dimensions)).toBe(tokens);
  });

  it('are reserved with the question', () => {
    const [without, withPicture] = [question('Hi'), question('Hi', picture('a'))].map(
      (each) => maxUsage(buildPrompt(seer(), settings, [each])).inputTokens,
    );
    expect(withPicture).toBe((without ?? 0) + 255 + 25);
  });
});

describe('the tokens of a PDF', () => {
  it.each([
    [1, asTheyAre, 1005],
    [250_000, asTheyAre, 3005],
    [20_000_000, asTheyAre, 50_005],
    [20_000_000, asTexts, 5],
  ])('of %i bytes for a model with the senses %j are %i', (bytes, senses, tokens) => {
    expect(tokensOfFiles([{ type: 'application/pdf', bytes, tokens: 5 }], senses)).toBe(tokens);
  });
});

describe('the pictures of a prompt', () => {
  const history = [question('One', picture('a', 9_000_000)), answer, question('Two', picture('b', 7_000_000))];

  it('are the last ones that one request has room for, and the others are named', () => {
    expect(buildPrompt(seer(), settings, history).lines).toEqual([
      { role: 'user', text: 'One\n\n[Picture a.png: not shown to you]' },
      { role: 'assistant', text: 'A cat.' },
      { role: 'user', text: 'Two', shown: [picture('b', 7_000_000)] },
    ]);
    const [first] = buildPrompt(seer({ pictures: 'address' }), settings, history).lines;
    expect(first).toEqual({ role: 'user', text: 'One', shown: [picture('a', 9_000_000)] });
  });

  it('are none for a model without eyes, which is told their names', () => {
    const { lines } = buildPrompt(seer({ pictures: 'none' }), settings, history);
    expect(lines.map(({ shown }) => shown)).toEqual([undefined, undefined, undefined]);
    expect(lines.at(-1)?.text).toContain('b.png');
  });

  it('count as memory', () => {
    const full = Array.from({ length: 70 }, (_, index) => [question('Q', large(`p${index}`)), answer]).flat();
    const { lines } = buildPrompt(seer(), settings, [...full, question('Last')]);
    expect(lines.flatMap(({ shown = [] }) => shown)).toHaveLength(64);
  });
});

async function ask(model: ListedModel, address: string | undefined, ...others: StoredFile[]) {
  const prompt: Prompt = buildPrompt(model, settings, [question('What is this?', picture('a'), ...others)]);
  const addresses = new Map(address === undefined ? [] : [['a', address]]);
  const client = openAiClient({ baseURL: fake.baseUrl, apiKey: async () => 'key', timeoutMs: 5000 });
  let text = '';
  for await (const part of client.answer({ ...prompt, addresses }, new AbortController().signal, async () => {}))
    text += part.text ?? '';
  return text;
}

/** Returns what the model was sent last. */
const lastQuestion = () => fake.calls().at(-1)?.messages.at(-1)?.content;

describe.each([
  ['Chat Completions', seer()],
  ['Responses', seer({ api: 'responses' })],
])('a picture in %s', (_, model) => {
  const png = pngOf(40, 30);

  it('is sent beside the text', async () => {
    const text = await ask(model, `data:image/png;base64,${png.toString('base64')}`);
    expect(text).toContain('You asked: "What is this?".');
    expect(text).toContain(`a PNG picture of ${png.length} bytes, sent along, SHA-256 ${sha256(png)}`);
  });

  it('is named when its file is gone, also beside others', async () => {
    await ask(model, undefined, picture('b'));
    expect(lastQuestion()).toBe(
      'What is this?\n\n[Picture a.png: not shown to you]\n\n[Picture b.png: not shown to you]',
    );
    await ask(model, `data:image/png;base64,${png.toString('base64')}`, picture('b'));
    expect(lastQuestion()).toContain('What is this?\n\n[Picture b.png: not shown to you]');
    expect(lastQuestion()).not.toContain('a.png');
  });

  it('that the provider cannot read has a sentence of its own', async () => {
    const error: unknown = await ask(model, `${fake.origin}/nothing.png`).catch((thrown: unknown) => thrown);
    if (!(error instanceof ModelError)) throw error;
    expect(modelFailureOf(error).failure).toMatchObject({ code: 'picture', retryable: false });
  });
});

describe('the product’s own models', () => {
  it.each([
    [true, 'address'],
    [false, 'bytes'],
  ])('open addresses only at OpenAI: %s', (isOpenAi, way) => {
    const models = mergeModels([], isOpenAi);
    expect(['gpt-4o', 'o1', 'o3-mini', 'other'].map((code) => findModel(models, code).pictures)).toEqual([
      way,
      way,
      'none',
      'none',
    ]);
  });
});
