import { dayMs } from 'shared-types/rules/time';
import type { RecordEvent } from '../../platform/audit/audit-trail.ts';
import { siteEvent } from '../../platform/audit/site-event.ts';
import type { UnconfirmedAccounts } from '../cognito/unconfirmed-accounts.ts';
import type { Surroundings } from '../ports.ts';

/** The code of the email is valid for as long. */
const validMs = dayMs;

/**
 * A run ends after these, before its function's minute is over. It takes less than 200 ms for a page of 60 accounts, so it
 * passes ten thousand younger ones. Those that it has removed are not in front of the next run any more.
 */
const maxRunMs = 40_000;
const maxRemovals = 50;

interface Removal extends Pick<Surroundings, 'now'> {
  accounts: UnconfirmedAccounts;
  recordEvent: RecordEvent;
}

/**
 * Removes the accounts that were not confirmed within a day, so that no person keeps an address that belongs to another.
 * Cognito deletes without a condition, so each account is looked at once more just before. An account that is confirmed
 * between the look and the deletion is lost, with nothing in it; its code was then a day old or was sent again.
 */
export async function removeUnconfirmed({ accounts, recordEvent, now }: Removal): Promise<void> {
  const startedMs = now().getTime();
  const latestMs = startedMs - validMs;
  let removed = 0;
  const isOver = () => removed >= maxRemovals || now().getTime() >= startedMs + maxRunMs;
  let token: string | undefined;
  do {
    const page = await accounts.page(token);
    for (const { name, createdMs } of page.accounts) {
      if (isOver()) break;
      if (createdMs > latestMs || !(await accounts.isUnconfirmed(name))) continue;
      if (!(await accounts.remove(name))) continue;
      removed += 1;
      const event = { kind: 'accountRemoved', subject: undefined, timeMs: now().getTime() } as const;
      await recordEvent({ ...siteEvent({ ...event, id: name, reason: 'unconfirmed' }), userId: `cognito|${name}` });
    }
    token = page.next;
  } while (token !== undefined && !isOver());
}
