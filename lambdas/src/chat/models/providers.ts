import type { Model } from '../ports.ts';

/** Asks each model at its own provider. A model without a provider belongs to the main provider. */
export function modelOfProviders(main: Model, others: readonly (readonly [name: string, model: Model])[]): Model {
  const byName = new Map(others);
  return {
    answer: (prompt, signal) => (byName.get(prompt.model.provider ?? '') ?? main).answer(prompt, signal),
  };
}
