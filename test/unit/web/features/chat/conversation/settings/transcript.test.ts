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
const messages = [
  message(0, { text: 'why?', createTime: Date.UTC(2026, 10, 21, 9, 5) }),
  message(1, { text: 'because', modelCode: 'gpt-4o', createTime: Date.UTC(2026, 10, 21, 9, 6) }),
  message(3, { text: '', status: 'FAILED', failure: { code: 'busy', message: 'Too much to do.', retryable: true } }),
];

describe('transcriptFile', () => {
  it('writes the messages in order as Markdown', () => {
    const { name, type, text } = transcriptFile('Markdown', { conversation, messages: messages.slice(0, 2) });
    expect({ name, type }).toEqual({ name: 'What-is-翻页-a-b.md', type: 'text/markdown' });
    expect(text).toBe(
      '# What is “翻页”? / a:b\n\n## You, 2026-11-21 09:05 UTC\n\nwhy?\n\n## gpt-4o, 2026-11-21 09:06 UTC\n\nbecause\n',
    );
  });

  it('marks a missing answer', () => {
    expect(transcriptFile('Markdown', { conversation, messages }).text).toContain('*No answer: Too much to do.*');
  });

  it('writes all fields as JSON', () => {
    const { name, text } = transcriptFile('JSON', { conversation, messages });
    expect(name).toBe('What-is-翻页-a-b.json');
    expect(JSON.parse(text)).toEqual({ session: conversation, messages });
  });

  it('has a name for a title without letters', () => {
    expect(transcriptFile('JSON', { conversation: { ...conversation, title: '???' }, messages }).name).toBe(
      'chat.json',
    );
  });
});
