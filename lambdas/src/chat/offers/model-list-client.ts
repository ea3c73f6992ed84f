import * as z from 'zod';
import { optional } from '../models/optional.ts';
import { ModelError } from '../models/failures.ts';
import { parseJson } from '../models/refusal.ts';
import type { ListedOffer } from './offer.ts';

/**
 * Each provider has its own name for the day of retirement: OpenAI `shutdown_date`, Mistral `deprecation`
 * (docs.mistral.ai/api/endpoint/models), OpenRouter `expiration_date` (openrouter.ai/docs/api/api-reference/models/get-models).
 */
const Listed = z.object({
  id: z.string().min(1).max(100),
  shutdown_date: z.unknown().optional(),
  deprecation: z.unknown().optional(),
  expiration_date: z.unknown().optional(),
});
const ModelList = z.object({ data: z.array(optional(Listed)) });

const timeoutMs = 10_000;

/** Returns a day as YYYY-MM-DD from a date, a time in ISO 8601, or seconds since 1970. */
function dayFrom(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const date = new Date(typeof value === 'number' ? value * 1000 : value);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10);
}

interface ModelListOptions {
  baseURL: string;
  apiKey: () => Promise<string | undefined>;
}

/** Reads the list of a provider's models. Throws a ModelError when the provider refuses or sends no list. */
export const modelListClient =
  ({ baseURL, apiKey }: ModelListOptions) =>
  async (): Promise<ListedOffer[]> => {
    const response = await fetch(`${baseURL.replace(/\/$/, '')}/models`, {
      headers: { authorization: `Bearer ${await apiKey()}` },
      signal: AbortSignal.timeout(timeoutMs),
      // The key must not reach another address.
      redirect: 'error',
    });
    if (!response.ok) throw new ModelError({ status: response.status });
    const list = ModelList.safeParse(parseJson(await response.text()));
    if (!list.success) throw new ModelError({ code: 'unreadable' });
    return list.data.data
      .filter((model) => model !== undefined)
      .map(({ id, shutdown_date, deprecation, expiration_date }) => ({
        code: id,
        retiresOn: dayFrom(shutdown_date) ?? dayFrom(deprecation) ?? dayFrom(expiration_date) ?? null,
      }));
  };
