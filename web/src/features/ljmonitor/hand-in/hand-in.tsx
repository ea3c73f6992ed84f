import { useQuery } from '@tanstack/react-query';
import type { Resblock } from 'shared-types/contract/ljmonitor';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { BookmarkletLink } from './bookmarklet-link.tsx';
import { HandInFiles } from './hand-in-files.tsx';
import styles from './hand-in.module.css';
import { communitiesToRead } from './messages.ts';
import { PagesToOpen } from './pages-to-open.tsx';
import { pagesToHandInQuery } from './queries.ts';

interface HandInProps {
  resblocks: readonly Resblock[];
  /** The community to read; undefined for all that are not completely read. */
  resblockId: string | undefined;
}

/** The panel with which a user reads communities by hand. */
export default function HandIn({ resblocks, resblockId }: HandInProps) {
  const { data, error, isPending, refetch } = useQuery(pagesToHandInQuery);
  return (
    <section className={styles.panel} aria-label="Read by hand">
      <h3 className={styles.heading}>Read by hand</h3>
      <p>
        The listing site shows its lists to people who are signed in there. Open the pages in your browser and hand them
        in: the monitor keeps their houses and nothing else.
      </p>
      {isPending && <Skeleton rows={2} />}
      {error && <Failure what="Could not load the pages." error={error} onRetry={() => void refetch()} />}
      {data && <PagesToOpen communities={communitiesToRead(data.communities, resblocks, resblockId)} />}
      <p>
        Drag this button to your bookmarks bar once, then click it on each page: <BookmarkletLink />
      </p>
      <p>
        The browser extension opens the pages one by one and hands them in for you. It comes with the code of this site,
        in <code>web/extension/dist</code>: load it as an unpacked extension.
      </p>
      <HandInFiles />
    </section>
  );
}
