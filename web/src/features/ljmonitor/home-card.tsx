import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { isUnread } from 'shared-types/rules/house';
import { newsOf } from 'shared-types/rules/house-news';
import { Link } from 'react-router-dom';
import type { House } from 'shared-types/contract/ljmonitor';
import { call } from '../../api/call.ts';
import { useTwoPanes } from '../../layout/use-two-panes.ts';
import { sessionQuery } from '../../api/session.ts';
import { formatAge } from '../../lib/format-time.ts';
import { housePage, oneHouse } from '../../lib/house-link.ts';
import { usePreferences } from '../../lib/preferences/preferences.ts';
import { formatUnread } from '../../lib/format-unread.ts';
import { useNow } from '../../lib/use-now.ts';
import { Sparkline } from '../../ui/content/sparkline.tsx';
import { Failure } from '../../ui/feedback/failure.tsx';
import { LazyPart } from '../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../ui/feedback/on-demand.tsx';
import { Waiting } from '../../ui/feedback/waiting.tsx';
import styles from '../../ui/content/live-rows.module.css';
import { formatPrice } from './format.ts';
import newsStyles from './houses/news.module.css';
import { describeNews } from './describe-news.ts';
import { houseQueries, type PageRequest, summaryQuery } from './queries.ts';
import { visitQuery } from './visit/queries.ts';

const HomeNews = onDemand(() => import('./visit/home-news.tsx'));
const HomeViews = onDemand(() => import('./views/home-views.tsx'));

/** A column of its own, in a wide window, has room for more. */
const maxHouses = { narrow: 3, wide: 8 };
/** The most saved views, until the user asks for all. */
const maxViews = 3;
const description = 'Track second-hand listings';

/** The unread houses. When they cannot be loaded, the line describes the tool instead. */
export function MonitorLine() {
  const { data: user, isPending: isSessionPending } = useQuery(sessionQuery);
  const { data: summary, isLoading } = useQuery({ ...summaryQuery, enabled: user !== undefined });
  const now = useNow();
  if (isSessionPending || isLoading) return <>&nbsp;</>;
  if (!summary) return description;
  const { unread, communities, lastRefreshSuccessAt } = summary;
  if (communities === 0) return 'No communities yet';
  return (
    <>
      <strong>{`${formatUnread(unread)} unread`}</strong>
      {lastRefreshSuccessAt !== null && <> · refreshed {formatAge(lastRefreshSuccessAt, now)}</>}
    </>
  );
}

/** It has the form of the lists of houses, so that a read mark of this tab or of another one shows here, too. */
const latestQuery = infiniteQueryOptions({
  queryKey: [...houseQueries.queryKey, 'latest'],
  meta: { part: 'latest changes' },
  queryFn: ({ signal }: PageRequest<House>) => call('GET /api/ljmonitor/house', { signal }),
  initialPageParam: null,
  getNextPageParam: () => undefined,
});

/** The houses that changed last, the unread ones first. There is room for all of them before they are loaded. */
export function MonitorRows() {
  const { data: user, isPending: isSessionPending } = useQuery(sessionQuery);
  const { data, isLoading, error } = useInfiniteQuery({ ...latestQuery, enabled: user !== undefined });
  const { data: summary } = useQuery({ ...summaryQuery, enabled: user !== undefined });
  const { data: visit } = useQuery({ ...visitQuery, enabled: user !== undefined });
  const { views } = usePreferences();
  // One more line says how many views are not shown.
  const viewLines = Math.min(views.length, maxViews + 1);
  const most = useTwoPanes() ? maxHouses.wide : maxHouses.narrow;
  if (isSessionPending) return <Waiting />;
  if (!user) return null;
  const houses = data?.pages.flat();
  const shown = houses?.filter(({ hidden }) => !hidden) ?? [];
  const hasNews = visit !== undefined && visit.since !== null && visit.news.length > 0;
  const latest = shown
    .toSorted((one, other) => Number(isUnread(other)) - Number(isUnread(one)))
    // Each line of another kind takes the place of a house, of which one is shown all the same.
    .slice(0, Math.max(1, most - viewLines - Number(hasNews)));
  return (
    <ul className={`${styles.rows} ${styles.three}`} aria-busy={isLoading}>
      {hasNews && visit.since !== null && (
        <LazyPart failure={null}>
          <HomeNews since={visit.since} news={visit.news} />
        </LazyPart>
      )}
      {views.length > 0 && (
        <LazyPart failure={null}>
          <HomeViews views={views} most={maxViews} />
        </LazyPart>
      )}
      {latest.map((house) => (
        <HouseLine key={house.houseId} house={house} />
      ))}
      {error && !houses && (
        <li className={styles.row}>
          <Failure what="Could not load the houses." error={error} />
        </li>
      )}
      {houses && latest.length === 0 && (
        <li className={styles.row}>
          {summary?.communities
            ? 'No houses yet. The latest changes appear here.'
            : 'Add a community to see its latest changes here.'}
        </li>
      )}
    </ul>
  );
}

function HouseLine({ house }: { house: House }) {
  const [news] = newsOf(house);
  return (
    <li className={isUnread(house) ? newsStyles.unread : undefined}>
      <Link className={styles.row} to={housePage(house.title)} state={oneHouse}>
        {news && <span className={`${newsStyles.label} ${newsStyles[news.kind]}`}>{describeNews(news)}</span>}
        <span className={styles.text} lang="zh-Hans">
          {house.title}
        </span>
        {house.prices.length > 1 && <Sparkline values={house.prices.map(({ price }) => price)} />}
        <Price house={house} />
      </Link>
    </li>
  );
}

function Price({ house: { price, removed } }: { house: House }) {
  if (price === null) return formatPrice(null);
  return removed ? <s>{formatPrice(price)}</s> : <strong>{formatPrice(price)}</strong>;
}
