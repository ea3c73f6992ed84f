import type { ChatModel } from 'shared-types/contract/chat';
import type { ModelSettings, TokenPrice } from 'shared-types/contract/model';
import { isRetired } from 'shared-types/rules/models';

const reasoning = {
  systemRole: 'developer',
  temperature: false,
  tokenLimit: 'max_completion_tokens',
  stream: true,
} as const;

/** The models of the product, with OpenAI's own dates (developers.openai.com/api/docs/deprecations). */
const known: ModelSettings[] = [
  {
    code: 'gpt-4o',
    name: 'GPT-4o',
    retiresOn: '2027-01-14',
    replacement: 'gpt-6-luna',
    systemRole: 'system',
    temperature: true,
    tokenLimit: 'max_tokens',
    stream: true,
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
  { ...reasoning, code: 'o1', name: 'o1', retiresOn: '2026-10-23', replacement: 'gpt-5.6-sol' },
  { ...reasoning, code: 'o3-mini', name: 'o3-mini', retiresOn: '2026-10-23', replacement: 'gpt-5.6-sol' },
];

/** The product's models and those that the configuration adds, or describes anew. */
export const modelsWith = (added: readonly ModelSettings[]): ModelSettings[] => [
  ...known.map((model) => added.find(({ code }) => code === model.code) ?? model),
  ...added.filter(({ code }) => !known.some((model) => model.code === code)),
];

/** A model that nothing is known of any more, because the configuration has lost it, is asked like any other. */
export const modelOf = (models: readonly ModelSettings[], code: string): ModelSettings =>
  models.find((model) => model.code === code) ?? {
    code,
    name: code,
    systemRole: 'system',
    temperature: true,
    tokenLimit: 'max_tokens',
    stream: true,
  };

/** Which models there are, where they are asked for: OpenAI's dates say nothing of anybody else's server. */
export interface Catalogue {
  models: readonly ModelSettings[];
  isOpenAi: boolean;
}

const isAvailable = (model: ModelSettings, { isOpenAi }: Catalogue, now: Date) =>
  !isOpenAi || !isRetired(model, now.toISOString().slice(0, 10));

/** The nearest replacement that can be used today: a model's own may be gone as well. */
function replacementOf(model: ModelSettings, catalogue: Catalogue, now: Date): ModelSettings | undefined {
  const seen = new Set([model.code]);
  for (let code = model.replacement; code !== undefined && !seen.has(code);) {
    seen.add(code);
    const next = catalogue.models.find((each) => each.code === code);
    if (!next || isAvailable(next, catalogue, now)) return next;
    code = next.replacement;
  }
  return undefined;
}

export function asChatModel(model: ModelSettings, catalogue: Catalogue, now: Date): ChatModel {
  const replacement = replacementOf(model, catalogue, now)?.code;
  return {
    code: model.code,
    name: model.name,
    ...(model.retiresOn === undefined ? {} : { retiresOn: model.retiresOn }),
    ...(replacement === undefined ? {} : { replacement }),
    available: isAvailable(model, catalogue, now),
  };
}

/** The model of a new session: the configured one, or what has taken its place. */
export function startingModel(code: string, catalogue: Catalogue, now: Date): string {
  const model = modelOf(catalogue.models, code);
  if (isAvailable(model, catalogue, now)) return code;
  return replacementOf(model, catalogue, now)?.code ?? code;
}

/** What OpenAI takes for a million tokens in US dollars, as known in November 2026; platform.openai.com/docs/pricing has today's. */
const openAiPrices = new Map<string, TokenPrice>([
  ['gpt-4o', { input: 2.5, output: 10 }],
  ['o1-preview', { input: 15, output: 60 }],
  ['o1-mini', { input: 1.1, output: 4.4 }],
  ['o1', { input: 15, output: 60 }],
  ['o3-mini', { input: 1.1, output: 4.4 }],
]);

/** The configured price, or OpenAI's where OpenAI is asked. Of any other nothing is known. */
export const priceOf = (code: string, { models, isOpenAi }: Catalogue): TokenPrice | undefined =>
  models.find((model) => model.code === code)?.pricePerMillion ?? (isOpenAi ? openAiPrices.get(code) : undefined);
