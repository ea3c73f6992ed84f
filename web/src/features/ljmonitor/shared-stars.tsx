import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { House } from 'shared-types/contract/ljmonitor';
import { call } from '../../api/call.ts';
import { Button, LinkButton } from '../../ui/buttons/button.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { HouseList } from './houses/house-list.tsx';
import { distinctHouses } from './houses/house-pages.ts';
import { houseQueries, type PageRequest } from './queries.ts';
import styles from './shared-stars.module.css';

const sharingQuery = queryOptions({
  queryKey: ['ljmonitor', 'sharing'],
  queryFn: ({ signal }) => call('GET /api/ljmonitor/sharing', { signal }),
});

/** The list has the form of the others, so that a star or a read mark shows at once. */
const sharedHousesQuery = infiniteQueryOptions({
  queryKey: [...houseQueries.queryKey, 'shared'],
  queryFn: ({ signal }: PageRequest<House>) => call('GET /api/ljmonitor/sharing/house', { signal }),
  initialPageParam: null,
  getNextPageParam: () => undefined,
});

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
      void client.invalidateQueries(sharedHousesQuery);
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
  const { data, error, refetch } = useInfiniteQuery(sharedHousesQuery);
  if (error) return <Failure what={couldNotLoadSharing} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton rows={2} of="house" />;
  const houses = distinctHouses(data.pages).filter(({ hidden }) => !hidden);
  return (
    <>
      <h3>{`Starred by ${name} · ${houses.length}`}</h3>
      {houses.length > 0 ? (
        <HouseList houses={houses} names={names} isStale={false} hasMore={false} />
      ) : (
        <p>{`${name} has starred no houses yet.`}</p>
      )}
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
