import type { ChatMessage, ChatModel, ChatSession } from 'shared-types/contract/chat';
import { unfinished } from '../../format.ts';
import type { WholeMessage } from './load-all-messages.ts';

export type ExportFormat = 'Markdown' | 'JSON';

interface Transcript {
  conversation: ChatSession;
  /** The oldest message comes first. */
  messages: WholeMessage[];
}

/** Formats the whole conversation as a file. `models` say which provider its model has; one that is not listed any more has none. */
export function transcriptFile(
  format: ExportFormat,
  { conversation, messages }: Transcript,
  models: readonly Pick<ChatModel, 'code' | 'provider'>[],
) {
  const name =
    conversation.title
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 60) || 'chat';
  const model = models.find(({ code }) => code === conversation.chatModal);
  const session = { ...conversation, ...(model && { chatProvider: model.provider }) };
  return format === 'JSON'
    ? {
        name: `${name}.json`,
        type: 'application/json',
        text: `${JSON.stringify({ session, messages }, null, 2)}\n`,
      }
    : { name: `${name}.md`, type: 'text/markdown', text: markdownOf({ conversation, messages }) };
}

const markdownOf = ({ conversation, messages }: Transcript) =>
  [`# ${conversation.title}`, ...messages.map((message) => `## ${speakerOf(message)}\n\n${textOf(message)}`)].join(
    '\n\n',
  ) + '\n';

function speakerOf({ senderRole, modelCode, createTime }: ChatMessage) {
  const speaker = senderRole === 'USER' ? 'You' : senderRole === 'SYSTEM' ? 'System' : (modelCode ?? 'Assistant');
  return `${speaker}, ${new Date(createTime).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

const textOf = ({ status, text, files = [], failure }: ChatMessage) =>
  [
    text,
    files.length > 0 && `*Attached: ${files.map(({ name }) => name).join(', ')}*`,
    status === 'FAILED' && (failure ? `*No answer: ${failure.message}*` : `*${unfinished}*`),
  ]
    .filter(Boolean)
    .join('\n\n') || '*No answer*';
