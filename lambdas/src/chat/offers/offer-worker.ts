import { log } from '../../platform/log.ts';
import type { Surroundings } from '../ports.ts';
import { type ListedOffer, lookIntervalMs, mergeOffer } from './offer.ts';
import type { OfferStore } from './offer-store.ts';

export interface OfferPorts extends Pick<Surroundings, 'now'> {
  store: Pick<OfferStore, 'takeLook' | 'saveOffer'>;
  /** The readers of the providers' model lists, by the provider's name. */
  modelLists: ReadonlyMap<string, () => Promise<ListedOffer[]>>;
}

/**
 * Reads the model lists of the providers once a day, after an answer: the function that writes answers alone has the keys. A
 * failure is logged and tried again on the next day, because no answer depends on a list.
 */
export function offerWorker({ store, modelLists, now }: OfferPorts) {
  /** This instance asks the table no sooner. */
  let nextLookMs = 0;
  return async () => {
    const nowMs = now().getTime();
    if (nowMs < nextLookMs) return;
    nextLookMs = nowMs + lookIntervalMs;
    for (const [provider, readList] of modelLists) {
      try {
        const before = await store.takeLook(provider, nowMs);
        const listed = before && (await readList());
        // A server that lists nothing keeps no list.
        if (before && listed?.length) await store.saveOffer(mergeOffer(before, listed, nowMs));
      } catch (error) {
        log('warn', 'model list not read', {
          key: provider,
          reason: error instanceof Error ? error.message : typeof error,
        });
      }
    }
  };
}
