import type { AuditEvent } from 'shared-types/contract/audit';

/** An event and the email address of its account. The address is empty for an event that belongs to no account. */
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

/** Spreadsheets run a cell that begins so as a formula (owasp.org/www-community/attacks/CSV_Injection). */
const formula = /^[=+\-@\t\r\n]/;

function cellOf(value: AuditEvent[keyof AuditEvent]): string {
  const text = String(value ?? '');
  return `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** Formats events as CSV of RFC 4180, with times of UTC in ISO 8601. */
export const toCsv = (events: readonly ExportedEvent[]) =>
  [
    columns.join(),
    ...events.map((event) =>
      columns.map((name) => cellOf(name === 'time' ? new Date(event.time).toISOString() : event[name])).join(),
    ),
  ]
    .map((line) => `${line}\r\n`)
    .join('');
