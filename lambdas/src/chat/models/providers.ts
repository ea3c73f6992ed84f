import type { ListedModel } from './catalogue.ts';
import type { Model } from './model.ts';

/** Asks each model at its own provider. A model without a provider belongs to the main provider. */
export function modelOfProviders(main: Model, others: readonly (readonly [name: string, model: Model])[]): Model {
  const byName = new Map(others);
  const providerOf = ({ provider = '' }: ListedModel) => byName.get(provider) ?? main;
  return {
    answer: (prompt, ...rest) => providerOf(prompt.model).answer(prompt, ...rest),
    cancel: (model, responseId) => providerOf(model).cancel(model, responseId),
  };
}
