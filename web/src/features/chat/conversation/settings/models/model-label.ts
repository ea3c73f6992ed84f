import type { ChatModel } from 'shared-types/contract/chat';
import { isRetired } from 'shared-types/rules/models';

/** Returns a model of the menu, with the retirement that its provider has announced. `today` is YYYY-MM-DD. */
export function modelLabel(model: ChatModel, models: readonly ChatModel[], today: string) {
  const { name, retiresOn } = model;
  const replacement = models.find(({ code }) => code === model.replacement)?.name ?? model.replacement;
  if (retiresOn === undefined) return name;
  if (!isRetired(model, today)) return `${name} (retires ${retiresOn})`;
  return `${name} (retired ${retiresOn}${replacement === undefined ? '' : `, now ${replacement}`})`;
}
