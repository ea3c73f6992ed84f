import type { AuditEvent } from 'shared-types/contract/audit';
import { formatCsv } from '../../../ui/content/csv.ts';

/** An event and the name of its account, which is empty when nobody was named. */
export interface ExportedEvent extends AuditEvent {
  account: string;
}

const columns = [
  'time',
  'kind',
  'outcome',
  'code',
  'count',
  'account',
  'userId',
  'by',
  'network',
  'browser',
  'isNewBrowser',
  'subject',
  'route',
  'requestId',
] as const;

/** Formats events as CSV, with UTC times in ISO 8601. */
export const toCsv = (events: readonly ExportedEvent[]) =>
  formatCsv(
    columns,
    events.map((event) => columns.map((name) => (name === 'time' ? new Date(event.time).toISOString() : event[name]))),
  );
