import { dayMs } from 'shared-types/rules/time';
import type { RecordEvent } from '../../platform/audit/audit-trail.ts';
import { siteEvent } from '../../platform/audit/site-event.ts';
import type { UnconfirmedAccounts } from '../cognito/unconfirmed-accounts.ts';

/** The code of the email is valid for as long. */
const validMs = dayMs;

/** One run looks at and removes no more, so that it ends in time. The next run goes on. */
const maxPages = 5;
const maxRemovals = 50;

interface Removal {
  accounts: UnconfirmedAccounts;
  recordEvent: RecordEvent;
  now: () => Date;
}

/**
 * Removes the accounts that were not confirmed within a day, so that no person keeps an address that belongs to another.
 * Cognito deletes without a condition, so each account is looked at once more just before. An account that is confirmed
 * between the look and the deletion is lost, with nothing in it; its code was then a day old or was sent again.
 */
export async function removeUnconfirmed({ accounts, recordEvent, now }: Removal): Promise<void> {
  const latestMs = now().getTime() - validMs;
  let removed = 0;
  let token: string | undefined;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await accounts.page(token);
    for (const { name, createdMs } of page.accounts) {
      if (removed >= maxRemovals) break;
      if (createdMs > latestMs || !(await accounts.isUnconfirmed(name))) continue;
      if (!(await accounts.remove(name))) continue;
      removed += 1;
      const event = { kind: 'accountRemoved', subject: undefined, timeMs: now().getTime() } as const;
      await recordEvent({ ...siteEvent({ ...event, id: name, reason: 'unconfirmed' }), userId: `cognito|${name}` });
    }
    token = page.next;
    if (token === undefined || removed >= maxRemovals) break;
  }
}
