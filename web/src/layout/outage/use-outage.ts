import { onlineManager, type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, isThrottled, isTransient } from '../../api/api-error.ts';
import { hearRepeats, isRepeating } from '../../api/repeats.ts';
import { retryAfterErrorMs } from '../../lib/slow-connection.ts';
import { sessionQuery } from '../../api/session.ts';

/** A single failed call shows in its own place. This many in a row, without a response between, are an outage. */
const minFailures = 2;

export type Outage = 'offline' | 'unreachable';

export interface Connection {
  /** Undefined while the site answers. */
  outage: Outage | undefined;
  /** The time of the next try of a failed query; undefined if no query is repeated. */
  nextTryAt: number | undefined;
  /** The time at which the page loaded what it shows; undefined if it shows nothing that was loaded. */
  loadedAt: number | undefined;
  /** What could not be loaded and was not loaded before, by the names that the queries give it, with a comma between. */
  missing: string;
  isTrying: boolean;
}

const isOutageError = (error: unknown) => isTransient(error) && !isThrottled(error);
const hasFailed = ({ state: { status, error } }: Query) => status === 'error' && isOutageError(error);
const activeQueries = (client: QueryClient) => client.getQueryCache().findAll({ type: 'active' });

/** Repeats the failed queries of the page. Without one, it loads the content of the page again. */
export function retryNow(client: QueryClient) {
  const isAnyFailed = activeQueries(client).some(hasFailed);
  return client.refetchQueries({ type: 'active', predicate: (query) => !isAnyFailed || hasFailed(query) });
}

/** A query repeats itself after an interval of its own. */
function nextTryOf(query: Query) {
  const intervals = query.observers.map(({ options: { refetchInterval } }) =>
    typeof refetchInterval === 'function' ? refetchInterval(query) : refetchInterval,
  );
  return intervals.flatMap((interval) => (interval ? [query.state.errorUpdatedAt + interval] : []));
}

function missingPart({ state, meta, queryKey }: Query): string[] {
  if (state.data !== undefined || queryKey[0] === sessionQuery.queryKey[0]) return [];
  const part = meta?.['part'];
  return [typeof part === 'string' ? part : 'a part of this page'];
}

function readConnection(client: QueryClient, failures: number): Connection {
  const active = activeQueries(client);
  const failed = active.filter(hasFailed);
  const tries = failed.flatMap(nextTryOf);
  // The oldest content of what could not be loaded again. Without a failure, everything is as old as the newest response.
  const failedTimes = failed.map(({ state }) => state.dataUpdatedAt).filter((time) => time > 0);
  // Who is signed in is no content of the page.
  const content = active.filter(({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0]);
  const times = content.map(({ state }) => state.dataUpdatedAt).filter((time) => time > 0);
  const loadedAt = failedTimes.length > 0 ? Math.min(...failedTimes) : Math.max(...times);
  return {
    outage: !onlineManager.isOnline() ? 'offline' : failures >= minFailures ? 'unreachable' : undefined,
    nextTryAt: tries.length > 0 ? Math.min(...tries) : undefined,
    loadedAt: Number.isFinite(loadedAt) ? loadedAt : undefined,
    missing: [...new Set(failed.flatMap(missingPart))].join(', '),
    isTrying: isRepeating() || failed.some(({ state }) => state.fetchStatus === 'fetching'),
  };
}

/**
 * Counts the failures in a row after an event of a query or a mutation. A response of any kind ends the row, even a
 * refusal.
 */
function countFailures(failures: number, action: Action, isFirstLook: boolean) {
  if (action.type === 'success' && !action.manual) return 0;
  if (isFirstLook && action.type === 'failed' && isOutageError(action.error))
    return Math.max(failures, action.failureCount ?? 0);
  if (action.type !== 'error' || !(action.error instanceof ApiError) || isThrottled(action.error)) return failures;
  return isOutageError(action.error) ? failures + (isFirstLook ? minFailures : 1) : 0;
}

/**
 * Loads what the page shows again after some seconds. When only acts have failed, which nobody repeats, nothing else would find
 * out that the site responds again.
 */
function ownTry(client: QueryClient) {
  const waitMs = retryAfterErrorMs();
  return { at: Date.now() + waitMs, timer: setTimeout(() => void retryNow(client), waitMs) };
}

/** Watches the results of all calls, and whether the browser says that it is offline. */
export function useOutage(): Connection {
  const client = useQueryClient();
  const [connection, setConnection] = useState(() => readConnection(client, 0));
  useEffect(() => {
    let failures = failuresOf(client);
    let wasOut = false;
    let own: ReturnType<typeof ownTry> | undefined;
    const update = () => {
      const read = readConnection(client, failures);
      const isOwnDue = read.outage === 'unreachable' && !read.isTrying && !activeQueries(client).some(hasFailed);
      if (!isOwnDue) clearTimeout(own?.timer);
      own = isOwnDue ? (own ?? ownTry(client)) : undefined;
      const next = { ...read, nextTryAt: read.nextTryAt ?? own?.at };
      const isOver = wasOut && !next.outage;
      wasOut = next.outage !== undefined;
      setConnection((last) => (isEqual(last, next) ? last : next));
      if (isOver && activeQueries(client).some(hasFailed)) void retryNow(client);
    };
    const count = (event: object) => {
      if ('action' in event && isAction(event.action))
        failures = countFailures(failures, event.action, 'query' in event && event.query === firstLook(client));
      // Parts report while they are rendered, too.
      queueMicrotask(update);
    };
    const ends = [
      client.getQueryCache().subscribe(count),
      client.getMutationCache().subscribe(count),
      // A call that waits for its next attempt has no result yet, and its button would only say that it is busy.
      hearRepeats((error) => count({ action: { type: 'error', error } })),
      onlineManager.subscribe(() => {
        // Failures without a connection say nothing about the site.
        failures = 0;
        update();
      }),
    ];
    // The manager hears of changes only, and the page may have been opened offline.
    onlineManager.setOnline(navigator.onLine);
    update();
    return () => {
      clearTimeout(own?.timer);
      for (const end of ends) end();
    };
  }, [client]);
  return connection;
}

interface Action {
  type: string;
  manual?: boolean;
  failureCount?: number;
  error?: unknown;
}

/** Returns the first look-up of who is signed in. Until it is answered, the page asks for nothing else that could fail, too. */
function firstLook(client: QueryClient) {
  const query = client.getQueryCache().find({ queryKey: sessionQuery.queryKey });
  return query?.state.data === undefined ? query : undefined;
}

function failuresOf(client: QueryClient) {
  const look = firstLook(client);
  if (look && hasFailed(look)) return minFailures;
  return Math.max(activeQueries(client).filter(hasFailed).length, look?.state.fetchFailureCount ?? 0);
}

const isAction = (value: unknown): value is Action =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const isEqual = (one: Connection, other: Connection) =>
  one.outage === other.outage &&
  one.nextTryAt === other.nextTryAt &&
  one.loadedAt === other.loadedAt &&
  one.missing === other.missing &&
  one.isTrying === other.isTrying;
