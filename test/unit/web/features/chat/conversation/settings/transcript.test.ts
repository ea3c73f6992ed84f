import { describe, expect, it } from '@jest/globals';
import { transcriptFile } from 'web/features/chat/conversation/settings/transcript';
import { message, sessionId } from '../../messages.ts';

const conversation = {
  sessionId,
  title: 'What is “翻页”? / a:b',
  memorySize: 10,
  chatProvider: 'OPENAI' as const,
  chatModal: 'gpt-4o',
  createTime: 1,
  updateTime: 2,
};
const models = [
  { code: 'gpt-4o', provider: 'OpenAI' },
  { code: 'deepseek-chat', provider: 'DeepSeek' },
];
const messages = [
  message(0, { text: 'why?', createTime: Date.UTC(2026, 10, 21, 9, 5) }),
  message(1, { text: 'because', modelCode: 'gpt-4o', createTime: Date.UTC(2026, 10, 21, 9, 6) }),
  message(3, { text: '', status: 'FAILED', failure: { code: 'busy', message: 'Too much to do.', retryable: true } }),
];

describe('transcriptFile', () => {
  it('writes the messages in order as Markdown', () => {
    const { name, type, text } = transcriptFile('Markdown', { conversation, messages: messages.slice(0, 2) }, models);
    expect({ name, type }).toEqual({ name: 'What-is-翻页-a-b.md', type: 'text/markdown' });
    expect(text).toBe(
      '# What is “翻页”? / a:b\n\n## You, 2026-11-21 09:05 UTC\n\nwhy?\n\n## gpt-4o, 2026-11-21 09:06 UTC\n\nbecause\n',
    );
  });

  it('marks a missing answer', () => {
    expect(transcriptFile('Markdown', { conversation, messages }, models).text).toContain(
      '*No answer: Too much to do.*',
    );
    const cut = [message(1, { text: 'Tea is', status: 'FAILED' })];
    expect(transcriptFile('Markdown', { conversation, messages: cut }, models).text).toContain(
      'Tea is\n\n*This answer was not finished.*',
    );
  });

  it.each([
    ['gpt-4o', 'OpenAI'],
    ['deepseek-chat', 'DeepSeek'],
    // Nobody knows the provider of a model that is not listed any more.
    ['gone', 'OPENAI'],
  ])('writes all fields as JSON, with the provider of %s', (chatModal, chatProvider) => {
    const session = { ...conversation, chatModal };
    const { name, text } = transcriptFile('JSON', { conversation: session, messages }, models);
    expect(name).toBe('What-is-翻页-a-b.json');
    expect(JSON.parse(text)).toEqual({ session: { ...session, chatProvider }, messages });
  });

  it('has a name for a title without letters', () => {
    const { name } = transcriptFile('JSON', { conversation: { ...conversation, title: '???' }, messages }, models);
    expect(name).toBe('chat.json');
  });
});
