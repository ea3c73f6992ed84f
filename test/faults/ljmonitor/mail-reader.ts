import { expect } from '@jest/globals';
import type { House } from 'lambdas/ljmonitor/houses/house';
import type { TestMonitor } from '../../unit/lambdas/ljmonitor/support/monitor-environment.ts';
import { houses } from '../../unit/lambdas/ljmonitor/support/tracked-communities.ts';

/**
 * Lets a reader compare the list of houses by hand with the one of the last news, each time that news is told. Each difference must
 * be in the reader's mail once, and nothing else.
 */
export function readMails(monitor: TestMonitor, resblockId: string) {
  const { store } = monitor.ports;
  let before: ReadonlyMap<string, House> | undefined;
  let newsEndMs: number | undefined;
  let mails = 0;
  monitor.ports.store = {
    ...store,
    async moveNewsEnd(...ends) {
      await store.moveNewsEnd(...ends);
      const movedToMs = await store.findNewsEnd();
      if (movedToMs === newsEndMs) return;
      newsEndMs = movedToMs;
      const now = new Map((await houses(monitor, resblockId)).map((house) => [house.title, house]));
      const lines = monitor.mails.slice(mails).flatMap(({ text }) => text.split('\n'));
      const firstCompleteAtMs = (await store.findResblock(resblockId))?.firstCompleteAtMs ?? Infinity;
      const seen = before;
      const changes = [...now.values()].flatMap(
        (house) => lineOf(seen?.get(house.title), house, firstCompleteAtMs) ?? [],
      );
      if (seen) expect(lines.filter((line) => / House \d+$/.test(line)).toSorted()).toEqual(changes.toSorted());
      before = now;
      mails = monitor.mails.length;
    },
  };
}

/** Returns the line of a mail about a house that was in the list as `before`, and is in it as `now`. */
function lineOf(before: House | undefined, now: House, firstCompleteAtMs: number): string | undefined {
  const known = now.price === null ? '' : `${now.price} 万 `;
  const was = before && before.price !== null && before.price !== now.price ? `(was ${before.price} 万) ` : '';
  if (now.removed) return before?.removed ? undefined : `REMOVED ${known}${now.title}`;
  if (!before) return now.createTimeMs > firstCompleteAtMs ? `NEW ${known}${now.title}` : undefined;
  if (before.removed) return `BACK ${known}${was}${now.title}`;
  return was !== '' && Number(now.price) < Number(before.price) ? `CHEAPER ${known}${was}${now.title}` : undefined;
}
