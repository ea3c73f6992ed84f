import { describe, expect, it } from '@jest/globals';
import { importOf } from 'lambdas/chat/imports/import';
import type { AnswerVersion, ChatMessage, ChatSession } from 'shared-types/contract/chat';
import { maxImportedLength } from 'shared-types/rules/limits';
import type { WholeMessage } from 'web/features/chat/conversation/settings/load-all-messages';
import { transcriptFile } from 'web/features/chat/conversation/settings/transcript';
import { noneLeftOut } from 'web/features/chat/transfer/imported';
import { readConversation } from 'web/features/chat/transfer/read-conversation';
import { message, sessionId } from '../messages.ts';

const conversation: ChatSession = {
  sessionId,
  title: '白茶 & “white” tea',
  memorySize: 10,
  chatProvider: 'OPENAI',
  chatModal: 'gpt-4o',
  createTime: 1_700_000_000_000,
  updateTime: 1_700_000_600_000,
};
const exported = (messages: WholeMessage[]): unknown =>
  JSON.parse(transcriptFile('JSON', { conversation, messages }, []).text);

/** Returns the conversation as another site shows it once it has been imported there. */
function imported(value: unknown) {
  const { conversation: read } = readConversation(value);
  if (!read) throw new Error('nothing was read');
  const settings = { memorySize: 10, modelCode: 'gpt-4o', systemPrompt: '', effort: null, webSearch: false };
  const messages = read.messages.map((each) => ({ ...each, files: [] }));
  return importOf('bob', { ...read, messages }, settings, new Date('2026-01-01'));
}

const question = message(0, { text: ' What is\n\n`tea`? 🍵 ', senderRole: 'USER', createTime: 1_700_000_000_001 });
const answer = message(1, { text: 'A leaf.', senderRole: 'ASSISTANT', createTime: 1_700_000_500_000, modelCode: 'o3' });

const version = (number: number, text: string): AnswerVersion => ({ ...answer, version: number, text });

/** Returns how many versions beside the ninth are left out, and which come with it. */
function leftOutOf(otherVersions: AnswerVersion[], over: Partial<ChatMessage> = {}) {
  const value = exported([question, { ...answer, version: 9, otherVersions, ...over }]);
  const { conversation: read, leftOut } = readConversation(value);
  const last = read?.messages.at(-1);
  return [leftOut.versions, last?.version, last?.otherVersions?.map((each) => each.version)];
}

describe('a conversation of the own export', () => {
  it('is the same on another site: its title, its times, and every message', () => {
    const there = imported(exported([question, answer]));
    expect(there.conversation).toMatchObject({
      title: conversation.title,
      createTimeMs: conversation.createTime,
      updateTimeMs: conversation.updateTime,
    });
    expect(there.messages).toMatchObject([
      { senderRole: 'USER', text: question.text, createTimeMs: question.createTime },
      { senderRole: 'ASSISTANT', text: answer.text, createTimeMs: answer.createTime, modelCode: 'o3' },
    ]);
  });

  it.each<[string, Partial<ChatMessage>, object]>([
    ['was cut', { finishReason: 'length' }, { status: 'DONE', finishReason: 'length' }],
    ['failed half way', { status: 'FAILED' }, { status: 'FAILED', finishReason: null }],
    ['failed after another one', { status: 'FAILED', isFormer: true }, { status: 'DONE', finishReason: null }],
  ])('keeps how an answer ended that %s', (_, over, expected) => {
    const value = exported([question, { ...answer, ...over }]);
    expect(imported(value).messages[1]).toMatchObject({ text: answer.text, ...expected });
  });

  it('names its files and where the zip has them, and leaves out an answer without words', () => {
    const files = [
      { fileId: '01hzz0000000000000000000f1', name: 'cat.png', type: 'image/png' as const, bytes: 9 },
      { fileId: '01hzz0000000000000000000f2', name: '../menu.pdf', type: 'application/pdf' as const, bytes: 9 },
    ];
    const value = exported([
      { ...question, files },
      { ...answer, status: 'FAILED', text: '' },
    ]);
    const folder = `files/${sessionId.slice(-6)}`;
    expect(readConversation(value)).toMatchObject({
      isOwn: true,
      conversation: {
        messages: [
          {
            text: question.text,
            files: [
              { name: 'cat.png', type: 'image/png', path: `${folder}/0000f1-cat.png` },
              { name: '../menu.pdf', type: 'application/pdf', path: `${folder}/0000f2-..-menu.pdf` },
            ],
          },
        ],
      },
      leftOut: { pictures: 0, files: 0, unknown: 0 },
    });
  });

  it('gives a message the same place whether the answer before has words yet or not, and whether it is long', () => {
    const next = message(2, { text: 'Thanks' });
    const placesWith = (text: string) =>
      imported(exported([question, { ...answer, text }, next])).messages.map(({ sessionMessageId, importId }) => [
        importId,
        sessionMessageId,
      ]);
    const [first, last] = placesWith('');
    expect([first?.[0], last?.[0]]).toEqual([question.sessionMessageId, next.sessionMessageId]);
    const long = placesWith('a'.repeat(maxImportedLength + 1));
    expect(long).toHaveLength(4);
    expect([long[0], long[3]]).toEqual([first, last]);
  });

  it('has a question that is nothing but a file', () => {
    const files = [{ fileId: 'f1', name: 'cat.png', type: 'image/png' as const, bytes: 9 }];
    const { conversation: read } = readConversation(exported([{ ...question, text: '', files }]));
    expect(read?.messages).toMatchObject([{ text: '', files: [{ name: 'cat.png' }] }]);
  });

  it('parts an answer that is longer than a message that is imported, and not a character of it', () => {
    const long = `${'a'.repeat(maxImportedLength - 1)}🍵end`;
    const { messages } = imported(exported([question, { ...answer, text: long }]));
    expect(messages.slice(1).map(({ text }) => text)).toEqual(['a'.repeat(maxImportedLength - 1), '🍵end']);
  });

  it.each([
    ['a paragraph', `${'a '.repeat(13_000)}\n\n`, 'b\n'.repeat(20_000)],
    ['a line', `${'a '.repeat(13_000)}\n`, 'b '.repeat(20_000)],
    ['a word', `${'a'.repeat(30_000)} `, 'b'.repeat(30_000)],
  ])('parts it behind %s, and its end is that of the last part', (_, first, second) => {
    const { messages } = imported(exported([{ ...answer, text: first + second, finishReason: 'length' }]));
    expect(messages.map(({ text, finishReason }) => [text, finishReason])).toEqual([
      [first, null],
      [second, 'length'],
    ]);
  });

  it('counts what it has and an import leaves out', () => {
    const citations = [{ url: 'https://tea.example/', title: 'Tea' }];
    const messages = [question, { ...answer, thoughts: 'Tea?' }, { ...answer, citations }, answer];
    expect(readConversation(exported(messages)).leftOut).toEqual({ ...noneLeftOut, thoughts: 2 });
    const leftOutWith = (choices: Partial<ChatSession>) => {
      const whole = { conversation: { ...conversation, ...choices }, messages: [question] };
      return readConversation(JSON.parse(transcriptFile('JSON', whole, []).text)).leftOut;
    };
    expect(leftOutWith({ systemPrompt: 'Be brief.' })).toEqual({ ...noneLeftOut, prompts: 1 });
    expect(leftOutWith({ effort: 'high', webSearch: true })).toEqual({ ...noneLeftOut, choices: 1 });
    expect(leftOutWith({ webSearch: false })).toEqual(noneLeftOut);
  });

  it('has the other versions of an answer, of which the newest come that fit beside it', () => {
    const long = '茶'.repeat(maxImportedLength);
    expect(leftOutOf([version(7, 'A'), version(8, '')])).toEqual([0, 9, [7, 8]]);
    expect(leftOutOf([version(7, 'A'), version(8, long)])).toEqual([0, 9, [7, 8]]);
    expect(leftOutOf([version(7, long), version(8, long)])).toEqual([1, 9, [8]]);
    expect(leftOutOf([version(8, `${long}.`)])).toEqual([1, undefined, undefined]);
    expect(leftOutOf([version(9, 'A'), version(0, 'B')])).toEqual([2, undefined, undefined]);
    expect(leftOutOf([1, 2, 3, 4, 5, 6].map((number) => version(number, 'A')))).toEqual([1, 9, [2, 3, 4, 5, 6]]);
    expect(leftOutOf([version(8, 'A')], { text: `${long}.` })).toEqual([1, undefined, undefined]);
    expect(leftOutOf([version(8, 'A')], { text: '', status: 'FAILED' })).toEqual([0, 9, [8]]);
  });

  it('of another version is unknown', () => {
    expect(readConversation({ session: { id: 1 }, messages: [] }).leftOut.unknown).toBe(1);
  });
});
