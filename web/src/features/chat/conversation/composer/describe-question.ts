import type { ChatMessage, ChatModel, ChatSession } from 'shared-types/contract/chat';
import { tokensOfFiles } from 'shared-types/rules/chat/picture-tokens';
import { estimateTokens } from 'shared-types/rules/models';
import { formatCost, formatCount } from '../../format.ts';
import { rememberedTokens, sensesOf } from '../messages/memory-start.ts';

/** Describes the tokens that the next question sends along with the remembered messages, and their price. */
export function describeQuestion(
  { text, files = [] }: Pick<ChatMessage, 'text' | 'files'>,
  messages: ChatMessage[],
  { memorySize, systemPrompt = '' }: Pick<ChatSession, 'memorySize' | 'systemPrompt'>,
  model: Pick<ChatModel, 'pictures' | 'pdfs' | 'pricePerMillion'> | undefined,
) {
  const senses = sensesOf(model);
  const price = model?.pricePerMillion;
  const tokens =
    rememberedTokens(messages, memorySize, senses) + estimateTokens(systemPrompt + text) + tokensOfFiles(files, senses);
  if (tokens === 0) return '';
  const counted = `${formatCount(tokens)} ${tokens === 1 ? 'token' : 'tokens'}`;
  const cost = price ? ` for ${formatCost((tokens * price.input) / 1_000_000)}` : '';
  return `Sends about ${counted}${cost}, plus the answer.`;
}
