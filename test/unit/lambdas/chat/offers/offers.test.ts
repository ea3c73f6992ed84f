import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findModel } from 'lambdas/chat/models/catalogue';
import type { ListedOffer } from 'lambdas/chat/offers/offer';
import { dayMs } from 'shared-types/rules/time';
import { type Chat, startChat } from '../support/chat-environment.ts';

let chat: Chat;
beforeAll(async () => {
  chat = await startChat();
});
afterAll(() => chat.stop());

let providers = 0;

/** Creates a user of a site with one more provider, which has the model `leaf`. */
function newSite() {
  const provider = `Provider ${(providers += 1)}`;
  const user = chat.newUser({ models: [{ ...findModel([], 'leaf'), provider }] });
  let listed: (string | ListedOffer)[] = [];
  let looks = 0;
  const readList = async () => {
    looks += 1;
    return listed.map((each) => (typeof each === 'string' ? { code: each, retiresOn: null } : each));
  };
  user.worker.modelLists = new Map([[provider, readList]]);
  return {
    user,
    provider,
    looks: () => looks,
    /** Asks a question on the next day, after which the worker reads this list. */
    async look(...models: (string | ListedOffer)[]) {
      listed = models;
      user.clock.ms += dayMs;
      await user.answered();
    },
    leaf: async () => (await user.routes.listModels(user.nothing)).find(({ code }) => code === 'leaf'),
    newModels: async () => {
      const { newModels } = await user.routes.getChatCosts(user.nothing);
      return newModels.filter((each) => each.provider === provider).map(({ code }) => code);
    },
  };
}

describe('the list of a provider', () => {
  it('is read once a day, by one of the workers', async () => {
    const site = newSite();
    await site.look('leaf');
    await Promise.all([site.user.answered('Tea?'), site.user.answered('More tea?')]);
    expect(site.looks()).toBe(1);
    await site.look('leaf');
    expect(site.looks()).toBe(2);
  });

  it('is not read after a job that is delivered again', async () => {
    const { user, looks } = newSite();
    await user.ask();
    const job = user.takeJob();
    if (!job) throw new Error('no job is due');
    await user.work(job);
    user.clock.ms += dayMs;
    await user.work(job);
    expect(looks()).toBe(1);
  });

  it('makes a model unavailable when it has left the list, and available when it is back', async () => {
    const site = newSite();
    await site.look('leaf', 'bag');
    expect(await site.leaf()).toMatchObject({ available: true });
    await site.look('bag');
    expect(await site.leaf()).toMatchObject({ available: false, retiresOn: '2026-11-22' });
    await site.look('bag', 'leaf');
    expect(await site.leaf()).toMatchObject({ available: true });
  });

  it('says nothing about a model that was never in it', async () => {
    const site = newSite();
    await site.look('bag');
    await site.look('bag');
    expect(await site.leaf()).toMatchObject({ available: true });
  });

  it('says from when on a model is not served', async () => {
    const site = newSite();
    await site.look({ code: 'leaf', retiresOn: '2026-11-23' });
    expect(await site.leaf()).toMatchObject({ available: true, retiresOn: '2026-11-23' });
    site.user.clock.ms += dayMs;
    expect(await site.leaf()).toMatchObject({ available: false });
  });

  it('shows the owner for a month what is new in it, and not what was in the first one', async () => {
    const site = newSite();
    await site.look('leaf', 'bag');
    expect(await site.newModels()).toEqual([]);
    await site.look('leaf', 'bag', 'pot', 'pot-2026-11-21', 'pot-embedding');
    expect(await site.newModels()).toEqual(['pot']);
    site.user.clock.ms += 30 * dayMs;
    expect(await site.newModels()).toEqual([]);
  });

  it('changes nothing when it is empty or cannot be read, and the answer is written', async () => {
    const site = newSite();
    await site.look('leaf', 'bag');
    await site.look();
    expect(await site.leaf()).toMatchObject({ available: true });
    site.user.worker.modelLists = new Map([[site.provider, () => Promise.reject(new Error('no list'))]]);
    await site.look();
    expect(await site.leaf()).toMatchObject({ available: true });
    const [session] = await site.user.sessions();
    expect((await site.user.list(session?.sessionId ?? ''))[0]).toMatchObject({ status: 'DONE' });
  });

  it('is read anew when the stored one cannot be read', async () => {
    const site = newSite();
    await site.look('leaf');
    await chat.write(site.user.tableName, { pk: 'OFFER', sk: site.provider }, { models: 'spoiled' });
    expect(await site.leaf()).toMatchObject({ available: true });
    await site.look('leaf');
    await site.look('bag');
    expect(await site.leaf()).toMatchObject({ available: false });
  });
});
