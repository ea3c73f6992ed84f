import type { ChatMessage, ChatModel } from 'shared-types/contract/chat';
import { estimateTokens } from 'shared-types/rules/models';
import { formatCost, formatCount } from '../../format.ts';
import { rememberedTokens } from '../messages/memory-start.ts';

/** The tokens that the next question sends along with the remembered messages, and their price. */
export function describeQuestion(
  text: string,
  messages: ChatMessage[],
  memorySize: number,
  price: ChatModel['pricePerMillion'],
) {
  const tokens = rememberedTokens(messages, memorySize) + estimateTokens(text);
  if (tokens === 0) return '';
  const cost = price ? ` for about ${formatCost((tokens * price.input) / 1_000_000)}` : '';
  return `Sends about ${formatCount(tokens)} ${tokens === 1 ? 'token' : 'tokens'}${cost}, plus the answer.`;
}
