import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { useNearEnd } from '../../lib/use-near-end.ts';
import { Button, LinkButton } from '../../ui/buttons/button.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { housesQuery, matchesQuery, type SortedListQuery } from './house-list-queries.ts';
import { HouseList } from './houses/house-list.tsx';
import { distinctHouses } from './houses/house-pages.ts';
import styles from './shared-stars.module.css';

const sharingQuery = queryOptions({
  queryKey: ['ljmonitor', 'sharing'],
  queryFn: ({ signal }) => call('GET /api/ljmonitor/sharing', { signal }),
});

const sharedList: SortedListQuery = { order: '-updateTime', choice: 'shared' };

const couldNotLoadSharing = 'Could not load the shared stars.';

/** Shows the stars of another person below the own ones, if each of the two has named the other. */
export default function SharedStars({ names }: { names: ReadonlyMap<string, string> }) {
  const client = useQueryClient();
  const { data, error, isPending, refetch } = useQuery(sharingQuery);
  const change = useMutation({
    mutationFn: (email: string | null) =>
      email === null
        ? call('DELETE /api/ljmonitor/sharing', {})
        : call('PUT /api/ljmonitor/sharing', { body: { email } }),
    onSuccess: (sharing) => {
      client.setQueryData(sharingQuery.queryKey, sharing);
      void client.invalidateQueries({ queryKey: housesQuery(sharedList).queryKey });
    },
  });
  if (isPending) return <Skeleton rows={1} />;
  if (error) return <Failure what={couldNotLoadSharing} error={error} onRetry={() => void refetch()} />;
  return (
    <section className={styles.sharing}>
      {data.partner !== null && <PartnersStars name={data.partner} names={names} />}
      {data.email === null ? (
        <ShareForm isBusy={change.isPending} onShare={(email) => change.mutate(email)} />
      ) : (
        <p>
          {data.partner === null && (
            <>{`You share your stars with ${data.email}. You see theirs as soon as they share with you.`} </>
          )}
          <LinkButton aria-busy={change.isPending} onClick={() => change.isPending || change.mutate(null)}>
            Stop sharing
          </LinkButton>
        </p>
      )}
      {change.isError && (
        <Failure
          what="Could not change the sharing."
          error={change.error}
          onRetry={() => change.mutate(change.variables)}
        />
      )}
    </section>
  );
}

function PartnersStars({ name, names }: { name: string; names: ReadonlyMap<string, string> }) {
  const { data, error, refetch, ...next } = useInfiniteQuery(housesQuery(sharedList));
  const { data: matches = 0 } = useQuery(matchesQuery(sharedList));
  const end = useRef<HTMLDivElement>(null);
  const houses = distinctHouses(data?.pages ?? []);
  const shown = houses.filter(({ hidden }) => !hidden);
  const hasMore = next.hasNextPage && houses.length < matches;
  const loadMore = () => void next.fetchNextPage({ cancelRefetch: false });
  useNearEnd(end, {
    near: () => hasMore && !next.isFetching && !error && loadMore(),
    far: () => undefined,
  });
  const retry = next.isFetchNextPageError ? loadMore : () => void refetch();
  const failure = error && <Failure what={couldNotLoadSharing} error={error} onRetry={retry} />;
  if (!data) return failure ?? <Skeleton rows={2} of="house" />;
  return (
    <>
      <h3>{`Starred by ${name} · ${matches - (houses.length - shown.length)}`}</h3>
      {shown.length > 0 || hasMore ? (
        <HouseList houses={shown} names={names} isStale={false} hasMore={hasMore} />
      ) : (
        <p>{`${name} has starred no houses yet.`}</p>
      )}
      <div ref={end} />
      {next.isFetchingNextPage && <Skeleton rows={2} of="house" />}
      {failure}
    </>
  );
}

const addressOfOther = 'Email address of the other person';

function ShareForm({ isBusy, onShare }: { isBusy: boolean; onShare: (email: string) => void }) {
  const [email, setEmail] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) onShare(email.trim());
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <h3>Share your stars</h3>
      <input
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        aria-label={addressOfOther}
        aria-describedby="share-note"
        placeholder={addressOfOther}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <Button type="submit" aria-busy={isBusy}>
        Share
      </Button>
      <p id="share-note">You see each other’s stars once both of you share with the other.</p>
    </form>
  );
}
