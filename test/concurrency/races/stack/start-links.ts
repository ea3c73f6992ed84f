import { startLinkStore } from 'lambdas/stack/links/start-link-store';
import type { ConcurrencyScenario, ScenarioTable } from '../../../support/dynamodb/concurrency-scenario.ts';

const about = { stackName: 'game', note: 'Tom', createdBy: 'owner', createdAtMs: 1000, expiresAtMs: 9_000_000 };

async function withLink(table: ScenarioTable) {
  const store = startLinkStore(table);
  const link = await store.putStartLink('secret', about);
  const links = async () =>
    (await store.listStartLinks('game')).map(({ note, startedAtMs, revokedAtMs }) => [note, startedAtMs, revokedAtMs]);
  return { store, link, links };
}

export const startLinkRaces: ConcurrencyScenario[] = [
  {
    name: 'a link is made twice with the same secret',
    async run(table) {
      const { store, links } = await withLink(table);
      const again = await store.putStartLink('secret', { ...about, note: 'Eve' }).then(
        () => 'made',
        () => 'refused',
      );
      return [again, ...(await links())];
    },
    expected: ['refused', ['Tom', undefined, undefined]],
  },
  {
    name: 'a link is revoked that DynamoDB has removed meanwhile',
    async run(table) {
      const { store, links } = await withLink(table);
      return [
        await store.revokeStartLink('game', 'gone', 2000),
        await store.revokeStartLink('game', 'gone', 2000),
        ...(await links()),
      ];
    },
    expected: [false, false, ['Tom', undefined, undefined]],
  },
  {
    name: 'two visitors use a link at once, and another one after it was revoked',
    async run(table) {
      const { store, link, links } = await withLink(table);
      const claimed = [await store.claimStart(link, 700_000), await store.claimStart(link, 700_001)];
      await store.revokeStartLink('game', link.linkRef, 800_000);
      claimed.push(await store.claimStart(link, 2_000_000));
      return [...claimed, ...(await links())];
    },
    expected: [true, false, false, ['Tom', 700_000, 800_000]],
  },
  {
    name: 'a visitor uses a link whose term has ended meanwhile',
    async run(table) {
      const { store, link, links } = await withLink(table);
      return [await store.claimStart(link, 9_000_000), ...(await links())];
    },
    expected: [false, ['Tom', undefined, undefined]],
  },
  {
    name: 'a start that has failed gives its right back after the next start',
    async run(table) {
      const { store, link, links } = await withLink(table);
      await store.claimStart(link, 700_000);
      await store.claimStart(link, 1_400_000);
      await store.releaseStart(link, 700_000);
      return links();
    },
    expected: [['Tom', 1_400_000, undefined]],
  },
  {
    name: 'a network tries links until it may not, and takes back more tries than it has made',
    async run(table) {
      const store = startLinkStore(table);
      let taken = 0;
      await store.refundLinkTry('192.0.2.1', 0);
      for (let tries = 0; tries < 25; tries++) if (await store.takeLinkTry('192.0.2.1', 0)) taken += 1;
      return taken;
    },
    expected: 20,
  },
];
