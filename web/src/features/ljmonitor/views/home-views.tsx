import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { SavedView } from 'shared-types/rules/auth/preferences';
import { call } from '../../../api/call.ts';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import rows from '../../../ui/content/live-rows.module.css';
import { sortedListQuery } from '../filters/list-query.ts';
import { parseView } from '../filters/view.ts';
import { monitorQueries } from '../queries.ts';

interface HomeViewsProps {
  views: readonly SavedView[];
  /** More views are shown when the user asks. Each is a request. */
  most: number;
}

/** The saved views, each with the number of its unread houses, and the list of them one tap away. */
export default function HomeViews({ views, most }: HomeViewsProps) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? views : views.slice(0, most);
  const more = views.length - shown.length;
  return (
    <>
      {shown.map((view) => (
        <HomeView key={view.name} view={view} />
      ))}
      {more > 0 && (
        <li className={rows.row}>
          <span className={rows.text}>{more === 1 ? '1 more view' : `${more} more views`}</span>
          <LinkButton onClick={() => setOpen(true)}>Show all</LinkButton>
        </li>
      )}
    </>
  );
}

function HomeView({ view: { name, query } }: { view: SavedView }) {
  const unread = new URLSearchParams(query);
  unread.set('unread', 'true');
  const sorting = sortedListQuery(parseView(unread));
  const { data: count } = useQuery({
    queryKey: [...monitorQueries.queryKey, 'unread', query],
    queryFn: async ({ signal }) =>
      (await call('GET /api/ljmonitor/house/sorted', { ...(sorting && { query: sorting }), signal })).matches,
  });
  return (
    <li>
      <Link className={rows.row} to={`/ljmonitor?${count ? unread.toString() : query}`}>
        <span className={rows.text}>{name}</span>
        {count === undefined ? null : count === 0 ? (
          <span className={rows.aside}>nothing new</span>
        ) : (
          <strong>{`${count} unread`}</strong>
        )}
      </Link>
    </li>
  );
}
