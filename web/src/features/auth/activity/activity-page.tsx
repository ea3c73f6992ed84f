import { utcDay } from 'shared-types/rules/time';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { AuditEvent } from 'shared-types/contract/audit';
import type { Invitation } from 'shared-types/contract/auth';
import { auditKinds } from 'shared-types/rules/audit';
import { ApiError } from '../../../api/api-error.ts';
import { MessagePage, Page } from '../../../layout/page.tsx';
import { formatTimestamp } from '../../../lib/format-time.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { DataTable } from '../../../ui/content/data-table.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Field, TextField } from '../../../ui/field/field.tsx';
import { accountsQuery, invitationsQuery } from '../owner/queries.ts';
import styles from './activity.module.css';
import { download } from '../../../ui/content/download.ts';
import { toCsv } from './export-events.ts';
import {
  actorNames,
  describeAccount,
  describeEvent,
  describeSource,
  describeSubject,
  kindTexts,
  sortEvents,
} from './describe-activity.ts';
import { type EventFilter, eventsQuery, loadAllEvents } from './queries.ts';

const title = 'Activity';

/** The audit trail, for the owner. */
export default function ActivityPage() {
  const heading = useId();
  const [filter, setFilter] = useState<EventFilter>({ day: today(), userId: '', kind: '' });
  const { data, error, isPending, refetch, ...next } = useInfiniteQuery(eventsQuery(filter));
  const { data: accounts = [], isPending: areAccountsPending } = useQuery(accountsQuery);
  const { data: invitations = [], isPending: areInvitationsPending } = useQuery(invitationsQuery);
  // The rows wait for the names in them, so that they do not move when these arrive.
  const isLoading = isPending || areAccountsPending || areInvitationsPending;
  const emails = new Map(accounts.map(({ userId, email }) => [userId, email]));
  if (error instanceof ApiError && error.status === 403)
    return (
      <MessagePage title={title}>
        <p>Only the owner of this site can see the activity.</p>
      </MessagePage>
    );
  const events = sortEvents(data?.pages.flatMap((page) => page.events) ?? []);
  const change = (changed: Partial<EventFilter>) => setFilter((before) => ({ ...before, ...changed }));
  return (
    <Page title={title} width="wide">
      <h1 id={heading}>{title}</h1>
      <div className={styles.filters}>
        <TextField
          type="date"
          label="Day (UTC)"
          value={filter.day}
          onChange={({ target }) => change({ day: target.value })}
        />
        <Field label="Account">
          {(control) => (
            <select {...control} value={filter.userId} onChange={({ target }) => change({ userId: target.value })}>
              <option value="">All</option>
              {accounts.map(({ userId, email }) => (
                <option key={userId} value={userId}>
                  {email}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Event">
          {(control) => (
            <select
              {...control}
              value={filter.kind}
              onChange={({ target }) => change({ kind: auditKinds.find((kind) => kind === target.value) ?? '' })}
            >
              <option value="">All</option>
              {auditKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {kindTexts[kind]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <ExportButtons filter={filter} emails={emails} />
      </div>
      <div className={styles.list}>
        {filter.day === '' && (
          <p className={styles.note}>
            {filter.userId === ''
              ? 'Showing today. Choose a day or an account to see more.'
              : 'All days of this account.'}
          </p>
        )}
        {isLoading && !error && <Skeleton rows={6} />}
        {error && <Failure what="Could not load the activity." error={error} onRetry={() => void refetch()} />}
        {!isLoading && data && events.length === 0 && !next.hasNextPage && (
          <p className={styles.note}>No events match these filters.</p>
        )}
        {!isLoading && events.length > 0 && (
          <DataTable heads={['Time', 'Event', 'Account', 'From']} className={styles.events} aria-labelledby={heading}>
            {events.map((event) => (
              <EventRow key={event.eventRef} event={event} emails={emails} invitations={invitations} />
            ))}
          </DataTable>
        )}
        {!isLoading && next.hasNextPage && (
          <Button
            aria-busy={next.isFetchingNextPage}
            onClick={() => {
              if (!next.isFetchingNextPage) void next.fetchNextPage();
            }}
          >
            Show more
          </Button>
        )}
      </div>
    </Page>
  );
}

interface RowProps {
  event: AuditEvent;
  /** The email addresses of the accounts, by their ids. */
  emails: ReadonlyMap<string, string>;
  invitations: readonly Invitation[];
}

function EventRow({ event, emails, invitations }: RowProps) {
  const { time, by } = event;
  const detail = describeSubject(event, invitations);
  const account = describeAccount(event, emails);
  const actor = by === null ? undefined : (actorNames.get(by) ?? emails.get(by) ?? by);
  const [first = '', ...rest] = actor ?? 'No account';
  return (
    <tr>
      <td>{formatTimestamp(time)}</td>
      <td>
        {describeEvent(event)}
        {detail !== null && <span className={styles.detail}>{detail}</span>}
      </td>
      <td>
        {account ?? first.toUpperCase() + rest.join('')}
        {by !== null && account !== null && <span className={styles.detail}>by {actor}</span>}
      </td>
      <td>{describeSource(event)}</td>
    </tr>
  );
}

function ExportButtons({ filter, emails }: { filter: EventFilter; emails: ReadonlyMap<string, string> }) {
  const exporting = useMutation({
    mutationFn: async (format: 'csv' | 'json') => {
      const events = (await loadAllEvents(filter)).map((event) => ({
        ...event,
        account: describeAccount(event, emails) ?? '',
      }));
      const name = `activity-${filter.day || 'all'}.${format}`;
      if (format === 'csv') download(name, 'text/csv;charset=utf-8', toCsv(events));
      else download(name, 'application/json', JSON.stringify(events, null, 2));
    },
  });
  return (
    <div className={styles.exports}>
      {(['csv', 'json'] as const).map((format) => (
        <Button
          key={format}
          aria-busy={exporting.isPending && exporting.variables === format}
          onClick={() => {
            if (!exporting.isPending) exporting.mutate(format);
          }}
        >
          {`Export ${format.toUpperCase()}`}
        </Button>
      ))}
      {exporting.isError && <Failure what="Could not export the events." error={exporting.error} />}
    </div>
  );
}

const today = () => utcDay(Date.now());
