import { utcDay } from 'shared-types/rules/time';
import type { ChatModel } from 'shared-types/contract/chat';
import type { AddedModels, ModelSettings, TokenPrice } from 'shared-types/contract/model';
import { maxQuestionBytes } from 'shared-types/rules/chat/files';
import { isRetired } from 'shared-types/rules/models';
import { maxPictureBytes } from '../files/file.ts';

/** A model with the name of its provider, unless that is the main one. */
export interface ListedModel extends ModelSettings {
  provider?: string;
  /** The provider has taken it off its list. */
  isGone?: boolean;
}

const common = {
  stream: true,
  api: 'chat',
  efforts: [],
  webSearch: false,
  background: false,
  pictures: 'none',
  pdfs: false,
} satisfies Partial<ModelSettings>;

const reasoning = {
  ...common,
  systemRole: 'developer',
  temperature: false,
  tokenLimit: 'max_completion_tokens',
} satisfies Partial<ModelSettings>;

/** The retirement days are from developers.openai.com/api/docs/deprecations. */
const productModels: ModelSettings[] = [
  {
    ...common,
    code: 'gpt-4o',
    name: 'GPT-4o',
    retiresOn: '2027-01-14',
    replacement: 'gpt-6-luna',
    systemRole: 'system',
    temperature: true,
    tokenLimit: 'max_tokens',
    pictures: 'address',
    pdfs: true,
  },
  {
    ...reasoning,
    code: 'o1-preview',
    name: 'o1-preview',
    retiresOn: '2025-07-28',
    replacement: 'o1',
    systemRole: 'none',
  },
  {
    ...reasoning,
    code: 'o1-mini',
    name: 'o1-mini',
    retiresOn: '2025-10-27',
    replacement: 'o3-mini',
    systemRole: 'none',
  },
  {
    ...reasoning,
    code: 'o1',
    name: 'o1',
    retiresOn: '2026-10-23',
    replacement: 'gpt-6.1-sol',
    pictures: 'address',
    pdfs: true,
  },
  { ...reasoning, code: 'o3-mini', name: 'o3-mini', retiresOn: '2026-10-23', replacement: 'gpt-6.1-sol' },
];

/** A server in the place of OpenAI may have no way to the bucket, and read no PDFs. */
const withPictures = (model: ModelSettings, isOpenAi: boolean): ModelSettings =>
  isOpenAi || model.pictures === 'none' ? model : { ...model, pictures: 'bytes', pdfs: false };

/** Merges the product's models with those that the configuration adds or overrides. */
export const mergeModels = (added: readonly ListedModel[], isOpenAi = true): ListedModel[] => [
  ...productModels.map((model) => added.find(({ code }) => code === model.code) ?? withPictures(model, isOpenAi)),
  ...added.filter(({ code }) => !productModels.some((model) => model.code === code)),
];

/** A model that is no longer in the configuration gets default settings. */
export const findModel = (models: readonly ListedModel[], code: string): ListedModel =>
  models.find((model) => model.code === code) ?? {
    ...common,
    code,
    name: code,
    systemRole: 'system',
    temperature: true,
    tokenLimit: 'max_tokens',
  };

export interface Catalogue {
  models: readonly ListedModel[];
  /** The name of the main provider. */
  provider: string;
  /** The main provider is OpenAI. The retirement days and prices below are OpenAI's, so they hold for no other server. */
  isOpenAi: boolean;
}

interface CatalogueSettings {
  OPENAI_BASE_URL: string;
  PROVIDER_NAME: string;
}

/** Returns the models of all providers. */
export function catalogueFor(settings: CatalogueSettings, { models, providers }: AddedModels): Catalogue {
  const isOpenAi = new URL(settings.OPENAI_BASE_URL).hostname === 'api.openai.com';
  const ofProviders = providers.flatMap((provider) =>
    provider.models.map((model) => ({ ...model, provider: provider.name })),
  );
  return {
    models: mergeModels([...models, ...ofProviders], isOpenAi),
    provider: settings.PROVIDER_NAME,
    isOpenAi,
  };
}

/** The product's list has the retirement days and prices of OpenAI. The models of other providers bring their own. */
const isOpenAis = ({ provider }: ListedModel, { isOpenAi }: Catalogue) => isOpenAi && provider === undefined;

const isAvailable = (model: ListedModel, catalogue: Catalogue, now: Date) =>
  !model.isGone && ((model.provider === undefined && !catalogue.isOpenAi) || !isRetired(model, utcDay(now)));

/**
 * Finds the first model in the chain of replacements that is not retired as well. A day of retirement counts here on every server,
 * because the menu shows it.
 */
function findReplacement(model: ListedModel, catalogue: Catalogue, now: Date): ListedModel | undefined {
  const seen = new Set([model.code]);
  for (let code = model.replacement; code !== undefined && !seen.has(code);) {
    seen.add(code);
    const next = catalogue.models.find((each) => each.code === code);
    if (!next || !(next.isGone || isRetired(next, utcDay(now)))) return next;
    code = next.replacement;
  }
  return undefined;
}

export function toChatModel(model: ListedModel, catalogue: Catalogue, now: Date): ChatModel {
  const replacement = findReplacement(model, catalogue, now)?.code;
  const price = priceOf(model.code, catalogue);
  const maxShownBytes = maxPictureBytes(model.pictures);
  const showsFiles = model.pictures !== 'none' || model.pdfs;
  return {
    code: model.code,
    name: model.name,
    provider: model.provider ?? catalogue.provider,
    ...(model.retiresOn === undefined ? {} : { retiresOn: model.retiresOn }),
    ...(replacement === undefined ? {} : { replacement }),
    available: isAvailable(model, catalogue, now),
    ...(model.efforts.length > 0 && { efforts: model.efforts }),
    ...(model.webSearch && { webSearch: true }),
    ...(model.pictures !== 'none' && { pictures: true }),
    ...(model.pdfs && { pdfs: true }),
    ...(showsFiles && maxShownBytes < maxQuestionBytes && { maxShownBytes }),
    ...(model.background && model.api === 'responses' && { background: true }),
    ...(price && { pricePerMillion: price }),
  };
}

export function replaceIfRetired(code: string, catalogue: Catalogue, now: Date): string {
  const model = findModel(catalogue.models, code);
  if (isAvailable(model, catalogue, now)) return code;
  return findReplacement(model, catalogue, now)?.code ?? code;
}

/** US dollars for a million tokens in November 2026, from platform.openai.com/docs/pricing. */
const openAiPrices = new Map<string, TokenPrice>([
  ['gpt-4o', { input: 2.5, output: 10 }],
  ['o1-preview', { input: 15, output: 60 }],
  ['o1-mini', { input: 1.1, output: 4.4 }],
  ['o1', { input: 15, output: 60 }],
  ['o3-mini', { input: 1.1, output: 4.4 }],
]);

/** Returns the configured price, or OpenAI's if the server is OpenAI. Other prices are unknown. */
export function priceOf(code: string, catalogue: Catalogue): TokenPrice | undefined {
  const model = findModel(catalogue.models, code);
  return model.pricePerMillion ?? (isOpenAis(model, catalogue) ? openAiPrices.get(code) : undefined);
}

const noPrice: TokenPrice = { input: 0, output: 0 };

/**
 * Returns the price by which the spending limits count. OpenAI's models are never free, so one without a known price
 * counts as much as the dearest model. On other servers a model without a price only counts in tokens.
 */
export function limitPriceOf(code: string, catalogue: Catalogue): TokenPrice {
  const price = priceOf(code, catalogue);
  if (price || !isOpenAis(findModel(catalogue.models, code), catalogue)) return price ?? noPrice;
  return catalogue.models
    .map((model) => priceOf(model.code, catalogue) ?? noPrice)
    .reduce(
      (one, other) => ({
        input: Math.max(one.input, other.input),
        output: Math.max(one.output, other.output),
      }),
      noPrice,
    );
}
