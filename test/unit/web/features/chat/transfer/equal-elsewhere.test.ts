import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { strFromU8, unzipSync } from 'fflate';
import type { Persona } from 'shared-types/contract/chat/personas';
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
async function exportAll(user: ChatUser, personas: readonly Persona[] = []) {
  connect(user);
  const zip = await runExport(allConversations(signal), [], signal, () => {}, { personas });
  const json = Object.entries(unzipSync(new Uint8Array(await zip.arrayBuffer()))).filter(([name]) =>
    name.startsWith('json/'),
  );
  return { zip, conversations: json.map(([, bytes]) => Exported.parse(JSON.parse(strFromU8(bytes)))) };
}

function importZip(user: ChatUser, zip: Blob) {
  connect(user);
  return runImport([new File([zip], 'chat.zip', { lastModified: 1 })], { signal, onProgress: () => {} });
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
  expect((await importZip(bob, first.zip)).leftOut.versions).toBe(0);
  expect((await exportAll(bob)).conversations).toEqual(first.conversations);
});

it('an answer that ended before its first word keeps its other versions on another site', async () => {
  Object.assign(globalThis, { fetch: fetchOfNode });
  const [ann, bob] = [chat.newUser(), chat.newUser()];
  const id = await ann.answered('What is tea?');
  await ann.regenerate(id, 'What is green tea?');
  await ann.stop(id);
  await ann.drain();
  const first = await exportAll(ann);
  expect(first.conversations[0]?.messages).toMatchObject([
    { text: 'What is green tea?' },
    { text: '', version: 2, otherVersions: [{ version: 1, question: 'What is tea?' }] },
  ]);
  bob.clock.ms += 86_400_000;
  await importZip(bob, first.zip);
  expect((await exportAll(bob)).conversations).toEqual(first.conversations);
});

const persona = (name: string, over: Partial<Persona> = {}): Persona => ({
  personaId: crypto.randomUUID(),
  name,
  systemPrompt: `You are a ${name}.`,
  ...over,
});

it('personas are equal on another site, and come once', async () => {
  const [ann, bob] = [chat.newUser(), chat.newUser()];
  const cook = persona('Cook', { modelCode: 'gpt-4o', memorySize: 5, effort: 'low' });
  const { zip } = await exportAll(ann, [cook, persona('Poet')]);
  expect(await importZip(bob, zip)).toMatchObject({ personas: 2, conversations: 0 });
  const listed = await bob.routes.listPersonas(bob.nothing);
  expect(listed).toMatchObject([cook, { name: 'Poet' }]);
  const { personaId, ...body } = cook;
  await bob.routes.savePersona({ ...bob.nothing, params: { personaId }, body: { ...body, name: 'Baker' } });
  expect(await importZip(bob, zip)).toMatchObject({ personas: 0 });
  expect((await bob.routes.listPersonas(bob.nothing)).map(({ name }) => name)).toEqual(['Baker', 'Poet']);
});

it('a persona goes without a model that is not here, and one that is too many is left out', async () => {
  const [ann, bob] = [chat.newUser(), chat.newUser()];
  const all = Array.from({ length: 21 }, (_, index) => persona(`${index}`, { modelCode: 'not-here' }));
  const { zip } = await exportAll(ann, all);
  expect(await importZip(bob, zip)).toMatchObject({ personas: 20, leftOut: { personas: 1 } });
  expect((await bob.routes.listPersonas(bob.nothing)).map(({ modelCode }) => modelCode)).toContain(undefined);
});
