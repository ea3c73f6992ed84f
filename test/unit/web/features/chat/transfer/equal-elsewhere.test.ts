import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import { allConversations, runExport } from 'web/features/chat/transfer/run-export';
import { runImport } from 'web/features/chat/transfer/run-import';
import * as z from 'zod';
import { type Chat, type ChatUser, startChat } from '../../../../lambdas/chat/support/chat-environment.ts';
import { connect } from './connect.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const fetchOfNode = globalThis.fetch;
const { signal } = new AbortController();

/** What a version has without the tokens that it cost here. */
const Said = z.object({
  text: z.string(),
  status: z.string(),
  modelCode: z.string().optional(),
  finishReason: z.string().optional(),
});
const Exported = z.object({
  session: z.object({ title: z.string(), createTime: z.number(), updateTime: z.number() }),
  messages: z.array(
    Said.extend({
      senderRole: z.string(),
      createTime: z.number(),
      version: z.number().optional(),
      versions: z.array(z.number()).optional(),
      otherVersions: z.array(Said.extend({ version: z.number(), question: z.string().optional() })).optional(),
    }),
  ),
});

/** Exports all conversations of a person. Returns the zip and what it has, without the ids. */
async function exportAll(user: ChatUser) {
  connect(user);
  const zip = await runExport(allConversations(signal), [], signal, () => {});
  const json = Object.entries(unzipSync(new Uint8Array(await zip.arrayBuffer()))).filter(([name]) =>
    name.startsWith('json/'),
  );
  return { zip, conversations: json.map(([, bytes]) => Exported.parse(JSON.parse(strFromU8(bytes)))) };
}

it('an answer with other versions is equal on another site', async () => {
  Object.assign(globalThis, { fetch: fetchOfNode });
  const ann = chat.newUser();
  const id = await ann.answered('What is tea?');
  await ann.regenerate(id);
  await ann.drain();
  await ann.regenerate(id, 'What is green tea?');
  await ann.drain();
  await ann.show(id, 2);
  const first = await exportAll(ann);
  const [asked, answer] = first.conversations[0]?.messages ?? [];
  expect(asked?.text).toBe('What is tea?');
  expect(answer?.otherVersions?.map(({ version, question }) => [version, question])).toEqual([
    [1, 'What is tea?'],
    [3, 'What is green tea?'],
  ]);

  const bob = chat.newUser();
  bob.clock.ms += 86_400_000;
  connect(bob);
  const zip = new File([first.zip], 'chat.zip', { lastModified: 1 });
  expect((await runImport([zip], { signal, onProgress: () => {} })).leftOut.versions).toBe(0);
  expect((await exportAll(bob)).conversations).toEqual(first.conversations);
});
