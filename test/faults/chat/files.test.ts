import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pngOf } from '../../support/pictures.ts';
import type { QuestionFile } from 'shared-types/contract/chat/files';
import { type Chat, type ChatUser, startChat } from '../../unit/lambdas/chat/support/chat-environment.ts';
import { atEachCall, failCall, keptKeys, moments, namedKeys } from './fail-call.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

describe('a question with two files', () => {
  it.each(moments)(
    'is asked once and has its files, when a call fails %s its effect and it is sent again',
    async (when) => {
      const names = await atEachCall(async (nth) => {
        const user = chat.newUser();
        const { sessionId } = (await user.start()).session;
        await user.drain();
        const files = [await user.upload(pngOf(4, 3)), await user.upload(pngOf(3, 4))];
        const send = () => user.send(sessionId, 'What are these?', 'the-same-key', files);
        const failed = await failCall(chat, user, nth, when, send);
        await send();
        await user.drain();
        const named = await namedKeys(user);
        expect(named).toHaveLength(2);
        expect(keptKeys(user)).toEqual(named);
        return failed;
      });
      expect(new Set(names)).toEqual(new Set(['GetItem', 'find', 'keep', 'TransactWriteItems']));
    },
  );
});

const imported = (files: QuestionFile[]) => ({
  exportId: 'elsewhere',
  title: 'Tea',
  createTime: 1000,
  updateTime: 1000,
  messages: [{ place: 0, id: 'q', senderRole: 'USER' as const, text: 'Which tea is this?', createTime: 1000, files }],
});

const acts = {
  'a question': (user: ChatUser, sessionId: string, files: QuestionFile[]) =>
    user.send(sessionId, 'And these?', 'the-same-key', files),
  'a fork': (user: ChatUser, _: string, __: QuestionFile[], asked: string) => user.fork(asked),
  'an import': (user: ChatUser, _: string, files: QuestionFile[]) =>
    user.routes.importConversations({ ...user.nothing, body: { conversations: [imported(files)] } }),
  'a fork that asks in other words': (user: ChatUser, _: string, __: QuestionFile[], asked: string) =>
    user.fork(asked, 'the-same-key', 'Really?'),
};

/** All messages that are stored are those of the conversations in the list, and all files are named by them. */
async function expectNothingLeft(user: ChatUser) {
  const listed = (await user.sessions()).map(({ sessionId }) => sessionId);
  for (const { pk } of await user.rows('MESSAGE#')) expect(listed).toContain(String(pk).replace('CONVERSATION#', ''));
  expect((await user.rows('CONVERSATION#')).length).toBe(listed.length);
  expect(keptKeys(user)).toEqual(await namedKeys(user));
}

async function withFiles() {
  const user = chat.newUser();
  const files = [await user.upload(pngOf(4, 3)), await user.upload(pngOf(3, 4))];
  const { session, sessionMessageId } = await user.start('What are these?', files);
  await user.drain();
  return { user, files, sessionMessageId, sessionId: session.sessionId };
}

describe.each(Object.entries(acts))('%s with files', (_, act) => {
  it.each(moments)('leaves no copies when a call fails %s its effect and it is not sent again', async (when) => {
    const names = await atEachCall(async (nth) => {
      const { user, files, sessionId, sessionMessageId } = await withFiles();
      const failed = await failCall(chat, user, nth, when, () => act(user, sessionId, files, sessionMessageId));
      await user.drain();
      await expectNothingLeft(user);
      return failed;
    });
    expect(names).toContain('TransactWriteItems');
  });
});

describe('a check of copies', () => {
  it.each(moments)(
    'deletes what a fork has left, when a call fails %s its effect and it is delivered again',
    async (when) => {
      await atEachCall(async (nth) => {
        const { user, sessionMessageId } = await withFiles();
        // The copies and the message are written, and the conversation is not.
        chat.hooks.before = (name) => {
          if (name === 'TransactWriteItems') throw new Error('no connection');
        };
        await expect(user.fork(sessionMessageId)).rejects.toThrow('no connection');
        chat.hooks.before = undefined;
        expect(keptKeys(user)).toHaveLength(4);
        user.clock.ms += 900_000;
        const job = user.takeJob();
        if (!job) throw new Error('no check is due');
        const failed = await failCall(chat, user, nth, when, () => user.work(job));
        await user.work(job);
        await user.work(job);
        await expectNothingLeft(user);
        expect(keptKeys(user)).toHaveLength(2);
        // The fork can be made again.
        await user.fork(sessionMessageId);
        await user.drain();
        await expectNothingLeft(user);
        expect(keptKeys(user)).toHaveLength(4);
        return failed;
      });
    },
  );
});

describe('a purge', () => {
  it.each(moments)(
    'deletes the files of all messages, when a call fails %s its effect and it is delivered again',
    async (when) => {
      const names = await atEachCall(async (nth) => {
        const user = chat.newUser();
        const { session } = await user.start('What are these?', [
          await user.upload(pngOf(4, 3)),
          await user.upload(pngOf(3, 4)),
        ]);
        await user.drain();
        await user.remove(session.sessionId);
        user.clock.ms += 61_000;
        const job = user.takeJob();
        if (!job) throw new Error('no purge is due');
        const failed = await failCall(chat, user, nth, when, () => user.work(job));
        await user.work(job);
        await user.work(job);
        expect([keptKeys(user), await user.rows('MESSAGE#')]).toEqual([[], []]);
        return failed;
      });
      expect(names).toContain('remove');
      expect(names).toContain('BatchWriteItem');
    },
  );
});
