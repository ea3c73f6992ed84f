import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Endpoint } from 'shared-types/contract/endpoint';
import type { ErrorCode } from 'shared-types/contract/errors';
import type { AuditKind, BrowserFamily } from 'shared-types/rules/audit';
import { browserFamilyOf } from './browser-family.ts';

/** The facts about a call that only its route knows. */
export interface AuditNote {
  /** The account that has proven to be the caller in this call. */
  actor?: string;
  /** The account that the call is about, when its caller has proven nothing, as after a wrong password. */
  userId?: string;
  /** The username that was typed, when no known account has it. */
  username?: string;
  /** The reason of a refusal, more precise than the error code, or the reason of a refusal that is answered by a redirect. */
  code?: string;
  isNewBrowser?: boolean;
  /** A kind that only the route can tell from the contract's kind of the call. */
  kind?: AuditKind;
  /** The session or the invitation that the event is about, when the path does not name it. */
  subject?: string;
  /** Nothing has happened, so there is no event. */
  isNothing?: boolean;
}

/** An event of the audit trail. It has no secrets: only this list of fields is stored. */
export interface AuditEvent {
  timeMs: number;
  kind: AuditKind;
  code: string | undefined;
  /** The account that the event is about. */
  userId: string | undefined;
  /** The username that was typed, when no known account has it. */
  username: string | undefined;
  /** The account that acted, when it is another one. */
  by: string | undefined;
  /** The store keeps only the network of this address. */
  address: string;
  /** The site's own address in the browser, for links in a mail. It is not stored. */
  origin: string | undefined;
  browser: BrowserFamily;
  requestId: string;
  route: string;
  subject: string | undefined;
  isNewBrowser: boolean;
  /** Alike events of a minute share one counted item: refusals, and all calls whose caller has proven nothing. */
  isCounted: boolean;
}

/** A call after its answer is known. */
export interface AuditedCall {
  event: APIGatewayProxyEventV2;
  endpoint: Endpoint | undefined;
  /** The edge has sent the request, so that its header with the address can be trusted. */
  isFromEdge: boolean;
  /** The path's parameters after their check. */
  params: Record<string, string>;
  /** The user of the session. */
  user: string | undefined;
  /** The error code of the answer. */
  errorCode: ErrorCode | undefined;
  note: AuditNote;
}

/** Errors that are no refusals: the next step of a sign-in or of an act, a mistake in the input, and failures of the site. */
const notRefused = new Set<ErrorCode>([
  'requireMFA',
  'requireSetupMFA',
  'requiresConfirm',
  'reauthenticationRequired',
  'invalid',
  'tooLarge',
  'internal',
  'unavailable',
]);

/** Refusals that count for every call of the contract. */
const refusedEverywhere = new Set<ErrorCode>(['unauthenticated', 'forbidden', 'tooMany']);

/** Returns the event of a call; undefined when the trail has none for it. */
export function auditEventOf(call: AuditedCall, now: Date): AuditEvent | undefined {
  const { event, endpoint, errorCode, note, params, user } = call;
  const kind = note.kind ?? endpoint?.audit ?? 'refusedCall';
  if (note.isNothing) return undefined;
  if (errorCode === undefined) {
    if (!endpoint?.audit) return undefined;
  } else {
    if (notRefused.has(errorCode)) return undefined;
    if (!endpoint?.audit && !refusedEverywhere.has(errorCode)) return undefined;
    // Every visitor of the site asks without a cookie, and every session ends after an hour.
    if (!endpoint?.audit && errorCode === 'unauthenticated' && !sendsSession(event)) return undefined;
  }
  const code = note.code ?? errorCode;
  const actor = note.actor ?? user;
  const { userId: target, ...named } = params;
  const userId = (code === undefined ? target : undefined) ?? note.userId ?? actor;
  return {
    timeMs: now.getTime(),
    kind,
    code,
    userId,
    username: note.username,
    by: actor === userId ? undefined : actor,
    address: call.isFromEdge ? (event.headers['x-viewer-address'] ?? '') : event.requestContext.http.sourceIp,
    origin: call.isFromEdge ? originOf(event) : undefined,
    browser: browserFamilyOf(event.headers['user-agent']),
    requestId: event.requestContext.requestId,
    route: endpoint?.key ?? event.routeKey,
    subject: note.subject ?? Object.values(named)[0],
    isNewBrowser: note.isNewBrowser ?? false,
    isCounted: code !== undefined || actor === undefined,
  };
}

/** The edge writes the host, and the gateway the scheme. A deployed site has https on the whole way. */
const originOf = ({
  headers: { 'x-viewer-host': host, 'x-forwarded-proto': scheme = 'https' },
}: APIGatewayProxyEventV2) => (host === undefined ? undefined : `${scheme}://${host}`);

const sendsSession = ({ cookies = [] }: APIGatewayProxyEventV2) =>
  cookies.some((cookie) => cookie.startsWith('__Host-sid='));
