import { Link } from 'react-router-dom';
import type { VisitNews } from 'shared-types/contract/monitor/visits';
import { formatTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import rows from '../../../ui/content/live-rows.module.css';
import { countByKind } from './count-by-kind.ts';
import styles from './home-news.module.css';

const everywhere = { resblockIds: new Set<string>(), news: undefined };

/** The news since the last visit, each kind with the list of its houses one tap away. */
export default function HomeNews({ since, news }: { since: number; news: VisitNews['news'] }) {
  const now = useNow(60_000);
  const kinds = countByKind(news, everywhere);
  if (kinds.length === 0) return null;
  return (
    <li>
      <span className={`${rows.row} ${styles.news}`}>
        <span>{`Since ${formatTime(since, now)}`}</span>
        {kinds.map(({ kind, text }) => (
          <Link key={kind} to={`/ljmonitor?since=${since}&news=${kind}`}>
            {text}
          </Link>
        ))}
      </span>
    </li>
  );
}
