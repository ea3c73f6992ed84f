import { describe, expect, it } from '@jest/globals';
import {
  type Catalogue,
  catalogueFor,
  toChatModel,
  findModel,
  limitPriceOf,
  mergeModels,
  replaceIfRetired,
} from 'lambdas/chat/models/catalogue';
import { AppConfig, cdkContext } from 'infra/config';
import { initialSettings } from 'lambdas/chat/conversations/initial-settings';
import { ModelSettings } from 'shared-types/contract/model';

const now = new Date('2026-11-21T12:00:00Z');
const later = new Date('2027-01-14T00:00:00Z');
const luna = ModelSettings.parse({ code: 'gpt-6-luna', name: 'GPT-6 Luna', tokenLimit: 'max_completion_tokens' });
const sol = ModelSettings.parse({ code: 'gpt-6.1-sol', name: 'GPT-6.1 Sol' });
const catalogue: Catalogue = { models: mergeModels([luna, sol]), isOpenAi: true, provider: 'OpenAI' };

const shown = (code: string, at = now, where = catalogue) => toChatModel(findModel(where.models, code), where, at);

describe('the catalogue of models', () => {
  it('lists a model as unavailable from its retirement day on', () => {
    expect(shown('gpt-4o', new Date('2027-01-13T23:59:59Z')).available).toBe(true);
    expect(shown('gpt-4o', later).available).toBe(false);
  });

  it.each([
    ['address', true, undefined],
    ['bytes', false, 15_000_000],
    ['none', true, 15_000_000],
    ['none', false, undefined],
  ] as const)('says how many bytes of files a model takes: pictures %s, PDFs %s', (pictures, pdfs, bytes) => {
    expect(toChatModel({ ...sol, pictures, pdfs }, catalogue, now).maxShownBytes).toBe(bytes);
  });

  it('names the first replacement that is not retired', () => {
    expect(shown('gpt-4o').replacement).toBe('gpt-6-luna');
    // The replacement of o1-preview is o1, which is retired as well.
    expect(shown('o1-preview').replacement).toBe('gpt-6.1-sol');
    // Another server may still have o1, and yet the menu says of it that it is retired.
    expect(shown('o1-preview', now, { ...catalogue, isOpenAi: false })).toMatchObject({
      available: true,
      replacement: 'gpt-6.1-sol',
    });
    expect(shown('gpt-6-luna').replacement).toBeUndefined();
  });

  it('names no unknown replacement, and follows no circle', () => {
    const circle = { code: 'o1', name: 'o1', retiresOn: '2020-01-01', replacement: 'o1-preview' };
    const models = mergeModels([ModelSettings.parse(circle)]);
    expect(shown('o1-preview', now, { models, isOpenAi: true, provider: 'OpenAI' }).replacement).toBeUndefined();
    expect(shown('gpt-4o', now, { models, isOpenAi: true, provider: 'OpenAI' }).replacement).toBeUndefined();
  });

  it('lets the configuration override a model in its place', () => {
    const models = mergeModels([ModelSettings.parse({ code: 'gpt-4o', name: 'Ours', retiresOn: '2030-01-01' })]);
    expect(models).toHaveLength(5);
    expect(models[0]).toMatchObject({ code: 'gpt-4o', name: 'Ours', retiresOn: '2030-01-01' });
  });

  it('begins a conversation with the replacement of a retired default', () => {
    expect(replaceIfRetired('gpt-4o', catalogue, now)).toBe('gpt-4o');
    expect(replaceIfRetired('gpt-4o', catalogue, later)).toBe('gpt-6-luna');
    expect(replaceIfRetired('gpt-4o', { ...catalogue, isOpenAi: false }, later)).toBe('gpt-4o');
  });

  it('begins a conversation with the last chosen model, its replacement, or the default', () => {
    const defaults = { modelCode: 'gpt-4o', memorySize: 10, effort: null, webSearch: false };
    const begin = (modelCode: string) => initialSettings({ modelCode, memorySize: 4 }, defaults, catalogue, now);
    expect(begin('gpt-6-luna')).toEqual({ modelCode: 'gpt-6-luna', memorySize: 4, effort: null, webSearch: false });
    expect(begin('o1')).toEqual({ modelCode: 'gpt-6.1-sol', memorySize: 4, effort: null, webSearch: false });
    expect(begin('lost')).toEqual({ modelCode: 'gpt-4o', memorySize: 4, effort: null, webSearch: false });
    expect(initialSettings({}, defaults, catalogue, later)).toEqual({
      modelCode: 'gpt-6-luna',
      memorySize: 10,
      effort: null,
      webSearch: false,
    });
  });

  it('asks a model that is no longer configured with default settings', () => {
    expect(findModel(catalogue.models, 'lost')).toMatchObject({ code: 'lost', systemRole: 'system', stream: true });
  });
});

describe('the price for the spending limits', () => {
  it("is the model's own price", () => {
    expect(limitPriceOf('gpt-4o', catalogue)).toEqual({ input: 2.5, output: 10 });
  });

  it('is that of the dearest model for a model of OpenAI without a known price', () => {
    expect(limitPriceOf('gpt-6-luna', catalogue)).toEqual({ input: 15, output: 60 });
  });

  it('is nothing on another server that names none', () => {
    expect(limitPriceOf('gpt-4o', { ...catalogue, isOpenAi: false })).toEqual({ input: 0, output: 0 });
  });
});

describe('the models of cdk.json', () => {
  const { chat } = AppConfig.parse(cdkContext());
  const openAi = { OPENAI_BASE_URL: chat.baseUrl, PROVIDER_NAME: chat.providerName };
  const configured = catalogueFor(openAi, chat);

  it('begin a conversation with one that is served for a year', () => {
    expect(shown(chat.defaultModel, new Date('2027-11-28'), configured)).toMatchObject({ available: true });
  });

  it('have those of the product beside them, each with its day', () => {
    const days = configured.models.slice(0, 5).map(({ code }) => [code, shown(code, now, configured).retiresOn]);
    expect(days).toEqual([
      ['gpt-4o', '2027-01-14'],
      ['o1-preview', '2025-07-28'],
      ['o1-mini', '2025-10-27'],
      ['o1', '2026-10-23'],
      ['o3-mini', '2026-10-23'],
    ]);
  });
});

describe('the models of several providers', () => {
  const dearer = ModelSettings.parse({ code: 'big', name: 'Big', retiresOn: '2026-01-01' });
  const mistral = {
    name: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    keyParameter: null,
    models: [dearer, ModelSettings.parse({ code: 'gpt-4o', name: 'Taken over' })],
  };
  const openAi = { OPENAI_BASE_URL: 'https://api.openai.com/v1', PROVIDER_NAME: 'OpenAI' };
  const both = catalogueFor(openAi, { models: [], providers: [mistral] });

  it('name their provider, and keep its dates', () => {
    expect(shown('big', now, both)).toMatchObject({ provider: 'Mistral', available: false });
    expect(shown('o1', now, both)).toMatchObject({ provider: 'OpenAI', available: false });
    expect(shown('gpt-4o', new Date('2030-01-01'), both)).toMatchObject({ provider: 'Mistral', available: true });
  });

  it("do not cost what OpenAI's models cost", () => {
    expect(limitPriceOf('big', both)).toEqual({ input: 0, output: 0 });
    expect(limitPriceOf('gpt-4o', both)).toEqual({ input: 0, output: 0 });
    expect(limitPriceOf('o1', both)).toEqual({ input: 15, output: 60 });
  });
});
