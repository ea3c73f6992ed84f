import type { ChatMessage, ChatSession } from 'shared-types/contract/chat';

export type Format = 'Markdown' | 'JSON';

interface Transcript {
  session: ChatSession;
  /** Oldest first. */
  messages: ChatMessage[];
}

/** A file with everything that was said. */
export function transcriptFile(format: Format, { session, messages }: Transcript) {
  const name =
    session.title
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 60) || 'chat';
  return format === 'JSON'
    ? { name: `${name}.json`, type: 'application/json', text: `${JSON.stringify({ session, messages }, null, 2)}\n` }
    : { name: `${name}.md`, type: 'text/markdown', text: markdownOf({ session, messages }) };
}

const markdownOf = ({ session, messages }: Transcript) =>
  [`# ${session.title}`, ...messages.map((message) => `## ${speakerOf(message)}\n\n${textOf(message)}`)].join('\n\n') +
  '\n';

function speakerOf({ senderRole, modelCode, createTime }: ChatMessage) {
  const who = senderRole === 'USER' ? 'You' : senderRole === 'SYSTEM' ? 'System' : (modelCode ?? 'Assistant');
  return `${who}, ${new Date(createTime).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

const textOf = ({ status, text, failure }: ChatMessage) =>
  [text, status === 'FAILED' && `*No answer: ${failure?.message ?? 'it failed'}*`].filter(Boolean).join('\n\n') ||
  '*No answer*';
