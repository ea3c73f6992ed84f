import { siteActor } from 'shared-types/rules/audit';
import type { AuditEvent } from './audit-event.ts';

/** Returns an act that no request has caused. A repeated write with the same id and time is the same event. */
export const siteEvent = (
  about: Pick<AuditEvent, 'kind' | 'subject' | 'timeMs'> & { id: string; reason: string },
): AuditEvent => ({
  timeMs: about.timeMs,
  kind: about.kind,
  code: undefined,
  userId: undefined,
  username: undefined,
  by: siteActor,
  address: '',
  origin: undefined,
  browser: 'other',
  requestId: about.id,
  route: about.reason,
  subject: about.subject,
  isNewBrowser: false,
  isCounted: false,
});
