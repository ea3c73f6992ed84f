import type { SpendingLimits } from 'shared-types/contract/spending';
import { conversationIdOf } from 'shared-types/rules/message-status';
import { log } from '../../platform/log.ts';
import type { ConversationStore } from '../conversations/conversation-store.ts';
import type { Message } from '../messages/message.ts';
import type { MessageStore } from '../messages/message-store.ts';
import { type Catalogue, findModel, limitPriceOf, replaceIfRetired } from '../models/catalogue.ts';
import { ModelError } from '../models/failures.ts';
import type { Model, TokenUsage } from '../models/model.ts';
import type { Prompt } from '../models/prompt.ts';
import type { Surroundings } from '../ports.ts';
import { billedUsage, maxUsage } from '../quota/billed-usage.ts';
import { amountOf } from '../quota/spending.ts';
import type { SpendingStore } from '../quota/spending-store.ts';
import { isWholeReply, titleFromReply, titlePrompt } from './title.ts';
import type { TitleStore } from './title-store.ts';

export interface TitlePorts extends Pick<Surroundings, 'now' | 'newToken'> {
  store: Pick<ConversationStore, 'findConversation'> &
    Pick<MessageStore, 'findQuestion'> &
    Pick<SpendingStore, 'reserveSpending' | 'settleSpending'> &
    TitleStore;
  model: Pick<Model, 'answer'>;
  settings: {
    catalogue: Catalogue;
    spendingLimits: SpendingLimits;
    /** The model that writes the titles of conversations; null for none. */
    titleModel: string | null;
  };
}

/** The worker of an answer that took almost all of its time ends before Lambda stops it. */
const maxTitleMs = 10_000;

/**
 * Gives a conversation a title by the configured model, after its first answer. The title that its person has given it stays.
 * The answer is complete, so no failure here may reach it: the first line of the question stays then.
 */
export async function writeTitle(ports: TitlePorts, answer: Message): Promise<void> {
  const { titleModel } = ports.settings;
  if (titleModel === null || answer.status !== 'DONE' || answer.text.trim() === '') return;
  try {
    await replaceFirstLine(ports, answer, titleModel);
  } catch (error) {
    log('error', 'title not written', { error });
  }
}

async function replaceFirstLine(ports: TitlePorts, answer: Message, titleModel: string) {
  const { store, settings, now, newToken } = ports;
  const { userId, sessionMessageId } = answer;
  const conversation = await store.findConversation(userId, conversationIdOf(sessionMessageId));
  if (!conversation?.awaitsTitle) return;
  const question = await store.findQuestion(answer);
  // The job may be delivered three times, and the title is paid once.
  if (!question || !(await store.takeTitle(conversation))) return;

  const model = findModel(settings.catalogue.models, replaceIfRetired(titleModel, settings.catalogue, now()));
  const prompt = titlePrompt(model, question, answer);
  const price = limitPriceOf(model.code, settings.catalogue);
  const amount = amountOf(maxUsage(prompt), price);
  const reservation = { id: newToken(), userId, at: now(), modelCode: model.code, price, amount };
  if (await store.reserveSpending(reservation, settings.spendingLimits)) return;
  const { title, used } = await ask(ports, prompt);
  await store.settleSpending(reservation, used);
  if (title !== '') await store.replaceTitle(conversation, title);
}

interface Heard {
  text: string;
  thoughts: string;
  searches: number;
  usage: TokenUsage | null;
}

/** The title is empty if the reply is not whole. Its tokens are paid in any case. */
async function ask({ model }: Pick<TitlePorts, 'model'>, prompt: Prompt) {
  const heard: Heard = { text: '', thoughts: '', searches: 0, usage: null };
  let finishReason: string | undefined;
  let failure: unknown;
  try {
    for await (const part of model.answer(prompt, AbortSignal.timeout(maxTitleMs), async () => {})) {
      if (part.textWasThoughts) {
        heard.thoughts += heard.text;
        heard.text = '';
      }
      heard.text += part.text ?? '';
      heard.thoughts += part.thoughts ?? '';
      // Proxies report zeros when the server behind them counts nothing.
      heard.usage = part.usage?.outputTokens ? part.usage : heard.usage;
      finishReason = part.finishReason ?? finishReason;
    }
  } catch (error) {
    failure = error;
    log('warn', 'title not written', { error });
  }
  // A request that broke off for another reason than the provider's refusal may be billed.
  const refusal = failure instanceof ModelError ? failure : undefined;
  const used = billedUsage({ ...heard, hasText: heard.text !== '' }, prompt, refusal);
  return { title: !failure && isWholeReply(finishReason) ? titleFromReply(heard.text) : '', used };
}
