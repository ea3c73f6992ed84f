import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { strFromU8, strToU8, unzipSync, Zip, ZipDeflate } from 'fflate';
import { forEachConcurrently } from 'lambdas/platform/for-each';
import { chatApi } from 'shared-types/contract/chat';
import { maxBatchBytes } from 'web/features/chat/transfer/batches';
import { allConversations, runExport } from 'web/features/chat/transfer/run-export';
import { runImport } from 'web/features/chat/transfer/run-import';
import * as z from 'zod';
import { type Chat, startChat } from '../unit/lambdas/chat/support/chat-environment.ts';

/** `IMPORTED_CONVERSATIONS=200` makes a small export, to try the test itself. */
const conversationCount = Number(process.env['IMPORTED_CONVERSATIONS'] ?? 5_000);
const messagesEach = 10;
const messageCount = conversationCount * messagesEach;
/** The bytes of conversations.json, with the metadata that ChatGPT writes and the import leaves out: 200 MB for 5,000 conversations. */
const exportBytes = conversationCount * 40_000;
/** The import is interrupted after this call, in the middle. */
const lastCall = Math.ceil(conversationCount * 0.03);

const words = 'Green tea wants water of eighty degrees and two minutes. 茶要慢慢喝。'.repeat(20);
const metadata = { citations: [], finish_details: { type: 'stop' }, filler: 'x'.repeat(2_400) };

/** Returns one conversation as ChatGPT exports it. */
function exported(index: number) {
  const idOf = (place: number) => `${index}-${place}`;
  const nodes = Array.from({ length: messagesEach }, (_, place) => ({
    id: idOf(place),
    parent: place === 0 ? null : idOf(place - 1),
    children: place + 1 < messagesEach ? [idOf(place + 1)] : [],
    message: {
      id: idOf(place),
      author: { role: place % 2 === 0 ? 'user' : 'assistant' },
      create_time: 1_700_000_000 + index * 60 + place,
      content: { content_type: 'text', parts: [`${index}.${place} ${words}`] },
      metadata,
    },
  }));
  return JSON.stringify({
    id: `conversation-${index}`,
    title: `Tea ${index}`,
    create_time: 1_700_000_000 + index * 60,
    update_time: 1_700_000_000 + index * 60 + messagesEach,
    mapping: Object.fromEntries(nodes.map((node) => [node.id, node])),
    current_node: idOf(messagesEach - 1),
  });
}

function makeExport() {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((_, chunk) => chunks.push(new Uint8Array(chunk)));
  const entry = new ZipDeflate('conversations.json', { level: 1 });
  zip.add(entry);
  let bytes = 0;
  for (let index = 0; index < conversationCount; index += 1) {
    const text = strToU8(`${index === 0 ? '[' : ','}${exported(index)}`);
    bytes += text.length;
    entry.push(text);
  }
  entry.push(strToU8(']'), true);
  zip.end();
  return { file: new File(chunks, 'export.zip', { lastModified: 1 }), bytes };
}

let chat: Chat;
let file: File;
let bytes: number;
beforeAll(async () => {
  const made = makeExport();
  ({ file, bytes } = made);
  chat = await startChat();
}, 240_000);
afterAll(() => chat.stop());

/** Calls of the page reach the routes as the API lets them through. `afterCall` runs when the site has done an import. */
function connect(user: ReturnType<Chat['newUser']>, afterCall: (calls: number) => void = () => {}) {
  const totals = { calls: 0, added: 0, known: 0 };
  const importConversations = async (body: string) => {
    expect(strToU8(body).length).toBeLessThanOrEqual(maxBatchBytes);
    const input = chatApi.importConversations.body.parse(JSON.parse(body));
    const counts = await user.routes.importConversations({ ...user.nothing, body: input });
    totals.calls += 1;
    totals.added += counts.added;
    totals.known += counts.known;
    afterCall(totals.calls);
    return counts;
  };
  const findImported = (body: string) =>
    user.routes.findImported({ ...user.nothing, body: chatApi.findImported.body.parse(JSON.parse(body)) });
  const answer = (address: string, body: string) => {
    const { pathname, searchParams } = new URL(address, 'https://home.test');
    const query: unknown = Object.fromEntries(searchParams);
    if (pathname === '/api/chat/session/list')
      return user.routes.listSessions({ ...user.nothing, query: chatApi.listSessions.query.parse(query) });
    if (pathname === '/api/chat/session/message/list')
      return user.routes.listMessages({ ...user.nothing, query: chatApi.listMessages.query.parse(query) });
    const [, sessionId] = /^\/api\/chat\/session\/([^/]+)$/.exec(pathname) ?? [];
    if (sessionId !== undefined) return user.routes.getSession({ ...user.nothing, params: { sessionId } });
    return pathname === '/api/chat/find_imported' ? findImported(body) : importConversations(body);
  };
  const fetch = async (address: string, { body = '' }: { body?: string } = {}) => {
    const json = await answer(address, body);
    return { ok: true, status: 200, headers: new Map(), json: () => Promise.resolve(json) };
  };
  Object.assign(globalThis, { fetch });
  return totals;
}

const { signal: noEnd } = new AbortController();
const importFile = (from: File, signal = noEnd) => runImport([from], { signal, onProgress: () => {} });

it('imports 200 MB completely, also after its tab was closed, and nothing twice', async () => {
  expect(bytes).toBeGreaterThan(exportBytes);
  const user = chat.newUser();
  const closed = new AbortController();
  const killed = connect(user, (calls) => {
    if (calls < lastCall) return;
    // The site has stored this part, and the page does not live to know it.
    closed.abort();
    throw new Error('the tab is closed');
  });
  await expect(importFile(file, closed.signal)).rejects.toThrow('the tab is closed');
  expect(killed.added).toBeGreaterThan(0);
  expect(killed.added).toBeLessThan(messageCount);

  const rest = connect(user);
  expect(await importFile(file)).toMatchObject({ conversations: conversationCount, added: rest.added });
  expect(killed.added + rest.added).toBe(messageCount);
  // It went on near the place where it was closed.
  expect(rest.known).toBeLessThan(200);

  const again = connect(user);
  expect(await importFile(file)).toMatchObject({ conversations: conversationCount, added: 0 });
  expect(again).toEqual({ calls: 0, added: 0, known: 0 });

  const ids: string[] = [];
  for await (const { conversationId } of user.ports.store.allConversations(user.userId)) ids.push(conversationId);
  expect(ids).toHaveLength(conversationCount);

  // A first search packs the texts, and answers before its time is over. The next one goes on.
  const search = () =>
    user.routes.searchMessages({ ...user.nothing, query: { text: `"${conversationCount - 1}.3 green tea"` } });
  let found = await search();
  while (found.remaining > 0) found = await search();
  expect(found.messages.map(({ title }) => title)).toEqual([`Tea ${conversationCount - 1}`]);

  let messages = 0;
  await forEachConcurrently(ids, async (id) => {
    const page = await user.ports.store.pageMessages(id, undefined, 2 * messagesEach);
    messages += page.length;
  });
  expect(messages).toBe(messageCount);
}, 1_800_000);

const Exported = z.object({
  session: z.object({ title: z.string(), createTime: z.number(), updateTime: z.number() }),
  messages: z.array(
    z.object({ senderRole: z.string(), text: z.string(), createTime: z.number(), modelCode: z.string().optional() }),
  ),
});

/** Exports all conversations of a person, and returns the zip and what it has, without the ids, in the order of the titles. */
async function exportAll(user: ReturnType<Chat['newUser']>) {
  connect(user);
  const zip = await runExport(allConversations(noEnd), [], noEnd, () => {});
  const files = unzipSync(new Uint8Array(await zip.arrayBuffer()), { filter: ({ name }) => name.startsWith('json/') });
  const conversations = Object.values(files).map((each) => Exported.parse(JSON.parse(strFromU8(each))));
  return {
    zip,
    conversations: conversations.toSorted((one, other) => (one.session.title < other.session.title ? -1 : 1)),
  };
}

it('exports what it has imported, and imports that elsewhere equally', async () => {
  const [ann, bob] = [chat.newUser(), chat.newUser()];
  connect(ann);
  await importFile(file);
  const first = await exportAll(ann);
  expect(first.conversations).toHaveLength(conversationCount);
  connect(bob);
  const { added } = await importFile(new File([first.zip], 'conversations.zip', { lastModified: 2 }));
  expect(added).toBe(messageCount);
  expect((await exportAll(bob)).conversations).toEqual(first.conversations);
}, 1_800_000);
