import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findModel } from 'lambdas/chat/models/catalogue';
import { type Chat, startChat, type ChatUser } from '../support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

const personaId = '1f0c7c1e-6f0a-4d53-8a0a-0f2b8e1c7a11';
const expert = { name: 'Tea expert', systemPrompt: 'You know all about tea.' };
const save = (user: ChatUser, body: object = {}, id = personaId) =>
  user.routes.savePersona({ ...user.nothing, params: { personaId: id }, body: { ...expert, ...body } });
const remove = (user: ChatUser) => user.routes.removePersona({ ...user.nothing, params: { personaId } });
const list = (user: ChatUser) => user.routes.listPersonas(user.nothing);
const start = (user: ChatUser, body: object = {}) =>
  user.routes.createSessionWithMessage({ ...user.nothing, body: { text: 'What is tea?', personaId, ...body } });

const id = (count: number) => personaId.replace('1f', String(count).padStart(2, '0'));

describe('a persona', () => {
  it('is saved under the id of its page, changed, listed by name and deleted', async () => {
    const user = chat.newUser();
    await save(user);
    await save(user, {}, '2f0c7c1e-6f0a-4d53-8a0a-0f2b8e1c7a11');
    await save(user, { name: 'Coffee expert', memorySize: 3 });
    expect(await list(user)).toEqual([
      { personaId, ...expert, name: 'Coffee expert', memorySize: 3 },
      { personaId: '2f0c7c1e-6f0a-4d53-8a0a-0f2b8e1c7a11', ...expert },
    ]);
    await remove(user);
    await remove(user);
    expect(await list(user)).toHaveLength(1);
  });

  it('gives a new conversation its prompt and settings, and nothing to the one after it', async () => {
    const user = chat.newUser();
    await save(user, { modelCode: 'o3-mini', memorySize: 3, effort: 'low' });
    const { session } = await start(user);
    const { systemPrompt } = expert;
    expect(session).toMatchObject({ systemPrompt, chatModal: 'o3-mini', memorySize: 3, effort: 'low' });
    await save(user, { systemPrompt: 'You know all about coffee.' });
    expect(await user.get(session.sessionId)).toMatchObject({ systemPrompt });
    expect((await user.start()).session).toMatchObject({ chatModal: 'gpt-4o', memorySize: 10 });
  });

  it('leaves out what it does not say, and yields to the model that was chosen with it', async () => {
    const user = chat.newUser();
    await save(user);
    expect((await start(user)).session).toMatchObject({ chatModal: 'gpt-4o', memorySize: 10 });
    await save(user, { modelCode: 'o3-mini' });
    expect((await start(user, { modelCode: 'o1' })).session.chatModal).toBe('o1');
  });

  it('begins with the replacement of a model that was retired since, and with the usual one for a model that is gone', async () => {
    const user = chat.newUser({ isOpenAi: true, models: [findModel([], 'gpt-6.1-sol')] });
    await save(user, { modelCode: 'o1-mini' });
    expect((await start(user)).session.chatModal).toBe('gpt-6.1-sol');
    await user.ports.store.savePersona(user.userId, { personaId, ...expert, modelCode: 'no longer listed' });
    expect((await start(user)).session.chatModal).toBe('gpt-4o');
  });

  it('belongs to one person, who cannot begin with one that is deleted', async () => {
    const [ann, bob] = [chat.newUser(), chat.newUser()];
    await save(ann);
    await expect(start(bob)).rejects.toMatchObject({ code: 'notFound' });
    await save(bob, { name: 'Mine' });
    await remove(bob);
    expect(await list(ann)).toEqual([{ personaId, ...expert }]);
    await remove(ann);
    await expect(start(ann)).rejects.toMatchObject({ code: 'notFound', message: 'This persona has been deleted.' });
    expect(await ann.sessions()).toEqual([]);
  });

  it('is refused with an unknown model, and beyond twenty', async () => {
    const user = chat.newUser();
    await expect(save(user, { modelCode: 'unheard' })).rejects.toMatchObject({ code: 'invalid' });
    for (let count = 0; count < 20; count++) await save(user, {}, id(count));
    await expect(save(user)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('20 personas'),
    });
    await save(user, { name: 'Renamed' }, id(7));
    expect(await list(user)).toHaveLength(20);
  });
});
