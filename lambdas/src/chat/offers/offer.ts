import { dayMs, utcDay } from 'shared-types/rules/time';
import type { Catalogue } from '../models/catalogue.ts';

/** A model in the list of a provider. */
export interface ListedOffer {
  code: string;
  /** The day from which on the provider does not serve it, YYYY-MM-DD. */
  retiresOn: string | null;
}

/** A model that a provider has or had in its list. */
export interface OfferedModel extends ListedOffer {
  firstSeenMs: number;
  lastSeenMs: number;
}

/** An offer holds the models that a provider has listed so far. A look that fails changes only `lookedAtMs`. */
export interface Offer {
  provider: string;
  /** The last look at the list, also if it failed. */
  lookedAtMs: number;
  /** The first and the last look that succeeded; null before. */
  firstListMs: number | null;
  lastListMs: number | null;
  models: OfferedModel[];
}

export const lookIntervalMs = dayMs;
const shownAsNewMs = 30 * dayMs;
/** The list of the largest provider has some hundred models. More would not fit into one item. */
const maxModels = 1000;

/** Returns the offer after a look. Models that left the list stay, with the time at which they were last seen. */
export function mergeOffer(before: Offer, listed: readonly ListedOffer[], nowMs: number): Offer {
  const codes = new Set(listed.map(({ code }) => code));
  const known = new Map(before.models.map((model) => [model.code, model]));
  const present = listed.map((model) => ({
    ...model,
    firstSeenMs: known.get(model.code)?.firstSeenMs ?? nowMs,
    lastSeenMs: nowMs,
  }));
  const gone = before.models.filter(({ code }) => !codes.has(code));
  return {
    ...before,
    firstListMs: before.firstListMs ?? nowMs,
    lastListMs: nowMs,
    models: [...present, ...gone].slice(0, maxModels),
  };
}

/**
 * Returns the catalogue with what the providers say today. A model is gone if its provider has listed it and does so no
 * longer: some servers never list what they serve, so a model that was never listed proves nothing.
 */
export function withOffers(catalogue: Catalogue, offers: readonly Offer[]): Catalogue {
  const byProvider = new Map(offers.map((offer) => [offer.provider, offer]));
  const models = catalogue.models.map((model) => {
    const offer = byProvider.get(model.provider ?? catalogue.provider);
    const offered = offer?.models.find(({ code }) => code === (model.providerCode ?? model.code));
    if (!offer || !offered) return model;
    if (offered.lastSeenMs !== offer.lastListMs)
      return { ...model, isGone: true, retiresOn: utcDay(new Date(offered.lastSeenMs)) };
    return offered.retiresOn === null ? model : { ...model, retiresOn: offered.retiresOn };
  });
  return { ...catalogue, models };
}

/** Names of models that write no text, and of dated versions of another model. */
const isNoChatModel =
  /embed|whisper|tts|audio|realtime|transcri|image|dall-e|sora|moderation|rerank|-\d{4}-\d{2}-\d{2}$|-\d{4}$/;

/** Returns the models that a provider has added to its list in the last month, and that the site does not have. */
export const newModels = (offers: readonly Offer[], { models, provider: main }: Catalogue, nowMs: number) =>
  offers.flatMap(({ provider, firstListMs, lastListMs, models: offered }) =>
    offered
      .filter(({ firstSeenMs, lastSeenMs }) => firstSeenMs !== firstListMs && lastSeenMs === lastListMs)
      .filter(({ firstSeenMs }) => nowMs - firstSeenMs < shownAsNewMs)
      .filter(
        ({ code }) =>
          !isNoChatModel.test(code) &&
          models.every((model) => (model.provider ?? main) !== provider || (model.providerCode ?? model.code) !== code),
      )
      .map(({ code }) => ({ provider, code })),
  );
