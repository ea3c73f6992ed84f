import { prices } from 'shared-types/rules/prices';

/** The write units of one event, as test/bench/audit-cost.test.ts measures them. An event of an account is in the index, too. */
export const auditWriteUnits = { event: 2, refusalWithoutAccount: 1 } as const;

interface AuditMonth {
  events: number;
  /** Calls without an account, which are counted in few items. */
  refusals: number;
  /** Mails to the owners of accounts. */
  mails: number;
}

/** A busy month of a personal site, in which a script also tries passwords. */
export const busyMonth: AuditMonth = { events: 10_000, refusals: 100_000, mails: 100 };

const monthsKept = 3;
/** An event and its copy in the index. */
const gbOfEvent = 2 / 1024 ** 2;

/** Returns the cost of the audit trail in US dollars a month, without any free tier. */
export function auditCost({ events, refusals }: AuditMonth): number {
  const units = events * auditWriteUnits.event + refusals * auditWriteUnits.refusalWithoutAccount;
  const gb = events * monthsKept * gbOfEvent;
  return units * prices.table.writeUnit + gb * (prices.table.gbMonth + prices.table.recoveryGbMonth);
}
