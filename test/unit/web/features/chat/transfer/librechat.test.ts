import { describe, expect, it } from '@jest/globals';
import { ImportedConversation } from 'shared-types/contract/chat/import';
import { noneLeftOut } from 'web/features/chat/transfer/imported';
import { readConversation } from 'web/features/chat/transfer/read-conversation';

/**
 * Small exports in the format of LibreChat, written by us. The facts are from danny-avila/LibreChat: its export in
 * client/src/hooks/Conversations/useExportConversation.ts, and the samples librechat-export, librechat-tree and
 * librechat-opts-nonr-branches in api/server/utils/import/__data__.
 */
const conversationId = '4a86c40e-0000-4000-8000-000000000001';
const noParent = '00000000-0000-0000-0000-000000000000';
const head = { conversationId, endpoint: 'openAI', title: 'White tea', exportAt: '13:18:04 GMT-0400' };
const question = (messageId: string, text: string, more: object = {}) => ({
  messageId,
  sender: 'User',
  text,
  isCreatedByUser: true,
  model: null,
  error: false,
  ...more,
});
const answer = (messageId: string, text: string, more: object = {}) => ({
  ...question(messageId, text),
  sender: 'GPT-4',
  isCreatedByUser: false,
  model: 'gpt-4-turbo',
  ...more,
});

const at = (minute: number) => ({ createdAt: `2024-05-01T16:0${minute}:00.250Z` });
const tree = [
  question('q1', 'What is white tea?', {
    ...at(1),
    parentMessageId: noParent,
    children: [
      answer('a1', 'A tea.', { ...at(2), children: [question('q2', 'Thanks', { children: [] })] }),
      answer('a2', 'A tea of buds.', {
        ...at(3),
        children: [question('q3', 'How hot?', { children: [answer('a3', '80 degrees.', { model: null })] })],
      }),
    ],
  }),
];
const lines = (value: unknown) =>
  readConversation(value).conversation?.messages.map(({ senderRole, text, modelCode }) => [
    senderRole,
    text,
    modelCode,
  ]);
const shown = [
  ['USER', 'What is white tea?', undefined],
  ['ASSISTANT', 'A tea of buds.', 'gpt-4-turbo'],
  ['USER', 'How hot?', undefined],
  ['ASSISTANT', '80 degrees.', 'gpt-4'],
];

describe('a conversation of LibreChat', () => {
  it.each([
    ['messagesTree', { messagesTree: tree }],
    ['messages', { messages: tree }],
  ])('is read from a tree in %s along the branch that LibreChat shows', (_, messages) => {
    const value = { ...head, options: { model: 'gpt-4' }, branches: true, recursive: true, ...messages };
    expect(lines(value)).toEqual(shown);
    const { conversation, leftOut } = readConversation(value);
    expect(ImportedConversation.safeParse(conversation).error).toBeUndefined();
    expect(conversation).toMatchObject({
      exportId: `${conversationId}#a2`,
      title: 'White tea',
      createTime: Date.parse('2024-05-01T16:01:00.250Z'),
      updateTime: Date.parse('2024-05-01T16:03:00.250Z'),
    });
    expect(leftOut).toEqual({ ...noneLeftOut, messages: 2, pictures: 0, files: 0, unknown: 0 });
  });

  it('is read from a list with branches, and from one without the names of the parents', () => {
    const messages = [
      question('q1', 'What is white tea?', { parentMessageId: noParent }),
      answer('a1', 'A tea.', { parentMessageId: 'q1' }),
      answer('a2', 'A tea of buds.', { parentMessageId: 'q1' }),
      question('q3', 'How hot?', { parentMessageId: 'a2' }),
      answer('a3', '80 degrees.', { parentMessageId: 'q3', model: 'gpt-4' }),
    ];
    expect(lines({ ...head, messages })).toEqual(shown);
    expect(readConversation({ ...head, messages }).leftOut.messages).toBe(1);
    const single = messages.filter(({ messageId }) => messageId !== 'a1');
    // What is alone in its export is the conversation, whatever its branch is.
    expect(readConversation({ ...head, messages }).conversation?.exportId).toBe(`${conversationId}#a2`);
    expect(readConversation({ ...head, messages: single }).conversation).toMatchObject({
      exportId: conversationId,
      messages: ['q1', 'a2', 'q3', 'a3'].map((id, index) => ({ id, place: 256 * index })),
    });
    const unnamed = single.map((message) => ({ ...message, parentMessageId: undefined }));
    expect(lines({ ...head, messages: unnamed })).toEqual(shown);
  });

  it('is read with parts, files and errors, and what is unknown is counted', () => {
    const messages = [
      question('q1', 'Draw it', {
        files: [
          { filename: 'garden.png', type: 'image/png' },
          { filename: 'plan.pdf', type: 'application/pdf' },
        ],
      }),
      answer('a1', '', {
        content: [
          { type: 'think', think: 'A pond?' },
          { type: 'text', text: { value: 'Here it is.' } },
          { type: 'image_file', image_file: { filepath: '/images/a.png' } },
          { type: 'tool_call', tool_call: { name: 'draw' } },
          { type: 'text', text: 'A garden.' },
        ],
      }),
      answer('a2', 'Something went wrong.', { error: true }),
    ];
    expect(lines({ ...head, messages })).toEqual([
      ['USER', 'Draw it\n\n*Attached: garden.png, plan.pdf*', undefined],
      ['ASSISTANT', 'Here it is.\n\n[image]\n\nA garden.', 'gpt-4-turbo'],
    ]);
    expect(readConversation({ ...head, messages }).leftOut).toEqual({
      ...noneLeftOut,
      messages: 0,
      pictures: 2,
      files: 1,
      unknown: 1,
    });
  });

  it.each([{ ...head, conversationId: null, messages: [] }, { messages: tree }])(
    'without an id is unknown',
    (value) => {
      expect(readConversation(value)).toEqual({
        leftOut: { ...noneLeftOut, messages: 0, pictures: 0, files: 0, unknown: 1 },
      });
    },
  );
});
