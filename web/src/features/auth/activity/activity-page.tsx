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
  kindNames,
  sortEvents,
} from './messages.ts';
import { type EventFilter, eventsQuery, loadAllEvents } from './queries.ts';
import * as texts from './messages.ts';
import * as sentences from './sentences.tsx';

const title = texts.activity;

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
        <p>{texts.forOwnerOnly}</p>
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
          label={texts.dayUtc}
          value={filter.day}
          onChange={({ target }) => change({ day: target.value })}
        />
        <Field label={texts.account}>
          {(control) => (
            <select {...control} value={filter.userId} onChange={({ target }) => change({ userId: target.value })}>
              <option value="">{texts.all}</option>
              {accounts.map(({ userId, email }) => (
                <option key={userId} value={userId}>
                  {email}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={texts.event}>
          {(control) => (
            <select
              {...control}
              value={filter.kind}
              onChange={({ target }) => change({ kind: auditKinds.find((kind) => kind === target.value) ?? '' })}
            >
              <option value="">{texts.all}</option>
              {auditKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {kindNames[kind]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <ExportButtons filter={filter} emails={emails} />
      </div>
      <div className={styles.list}>
        {filter.day === '' && (
          <p className={styles.note}>{filter.userId === '' ? texts.showingToday : texts.allDaysAccount}</p>
        )}
        {isLoading && !error && <Skeleton rows={6} />}
        {error && <Failure what={texts.couldNotLoadActivity} error={error} onRetry={() => void refetch()} />}
        {!isLoading && data && events.length === 0 && !next.hasNextPage && (
          <p className={styles.note}>{texts.noEventsMatchThese}</p>
        )}
        {!isLoading && events.length > 0 && (
          <DataTable
            heads={[texts.time, texts.event, texts.account, texts.from]}
            className={styles.events}
            aria-labelledby={heading}
          >
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
            {texts.showMore}
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
  const [first = '', ...rest] = actor ?? texts.noAccount;
  return (
    <tr>
      <td>{formatTimestamp(time)}</td>
      <td>
        {describeEvent(event)}
        {detail !== null && <span className={styles.detail}>{detail}</span>}
      </td>
      <td>
        {account ?? first.toUpperCase() + rest.join('')}
        {by !== null && account !== null && <span className={styles.detail}>{sentences.by(actor)}</span>}
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
          {texts.exportAs(format.toUpperCase())}
        </Button>
      ))}
      {exporting.isError && <Failure what={texts.couldNotExportEvents} error={exporting.error} />}
    </div>
  );
}

const today = () => utcDay(Date.now());
