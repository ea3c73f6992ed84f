import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type FakeModel, startFakeModel } from 'local/fakes/openai/model';
import { isSettled } from 'shared-types/rules/message-status';
import { eventually } from '../../support/eventually.ts';
import { apiCaller } from '../../support/site/caller.ts';
import { type Site, startSite } from '../../support/site/site.ts';

const thoughts = Array.from({ length: 12 }, (_, step) => `Step ${step}: leaves and water.`).join('\n');
const text = 'Tea is a drink.';

let site: Site;
let provider: FakeModel;
beforeAll(async () => {
  // The template of this server opens the thoughts, so only their end is in the answer.
  provider = await startFakeModel({ answer: () => `${thoughts}\n</think>\n\n${text}` });
  const models = [{ code: 'thinker', name: 'Thinker' }];
  site = await startSite({
    env: { CHAT_PROVIDERS: JSON.stringify([{ name: 'Other', baseUrl: provider.baseUrl, key: 'key', models }]) },
  });
});
afterAll(async () => {
  await site.stop();
  await provider.close();
});

it('an answer gives up the thoughts that its model only closes, and the next question does not send them', async () => {
  const call = apiCaller(site.origin, await site.signIn('Ann'));
  const { session, assistantSessionMessageId } = await call('POST /api/chat/session/create_with_message', {
    body: { text: 'What is tea?', modelCode: 'thinker' },
  });
  const { sessionId } = session;
  const seen: string[] = [];
  /** Polls with the text that it has, as the page does. */
  const answerOf = (id: string) => {
    let known: { text: string; writer?: string | undefined } = { text: '' };
    return eventually(
      async () => {
        const { writer } = known;
        const rest = await call('GET /api/chat/session/message/{sessionMessageId}', {
          params: { sessionMessageId: id },
          query: { after: known.text.length, ...(writer !== undefined && { writer }) },
        });
        const whole = { ...rest, text: rest.after === undefined ? rest.text : known.text + rest.text };
        known = whole;
        seen.push(whole.text);
        return isSettled(whole) && whole;
      },
      60_000,
      100,
    );
  };
  expect(await answerOf(assistantSessionMessageId)).toMatchObject({ status: 'DONE', thoughts, text });
  expect(seen.some((each) => each.startsWith('Step 0'))).toBe(true);
  expect(seen.filter((each) => each.includes('think>'))).toEqual([]);

  const memory = { title: null, memorySize: 2, modelCode: null };
  await call('POST /api/chat/session/{sessionId}/update', { params: { sessionId }, body: memory });
  const next = await call('POST /api/chat/session/message/create', {
    query: { sessionId },
    body: { text: 'And hot?' },
  });
  await answerOf(next.assistantSessionMessageId);
  expect(provider.calls().at(-1)?.messages).toMatchObject([
    { role: 'user', content: 'What is tea?' },
    { role: 'assistant', content: text },
    { role: 'user', content: 'And hot?' },
  ]);
});
