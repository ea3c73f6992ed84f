import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Resblock } from 'shared-types/contract/ljmonitor';
import type { PagesToHandIn } from 'shared-types/contract/monitor/pages';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { BookmarkletLink } from './bookmarklet-link.tsx';
import { HandInFiles } from './hand-in-files.tsx';
import styles from './hand-in.module.css';
import { PagesToOpen } from './pages-to-open.tsx';
import { pagesToHandInQuery } from './queries.ts';

/** The community to read by hand; without an id all that are not completely read. */
export interface ToRead {
  resblockId?: string;
}

interface HandInProps {
  resblocks: readonly Resblock[];
  toRead: ToRead;
}

/** Returns the communities to read by hand: the given one, or all that are not completely read, or all. */
export function communitiesToRead(
  communities: readonly PagesToHandIn[],
  resblocks: readonly Resblock[],
  chosen: string | undefined,
): PagesToHandIn[] {
  const read = new Set(resblocks.filter(({ state }) => state === 'OK').map(({ resblockId }) => resblockId));
  if (chosen !== undefined) return communities.filter(({ resblockId }) => resblockId === chosen);
  const unread = communities.filter(({ resblockId }) => !read.has(resblockId));
  return unread.length > 0 ? unread : [...communities];
}

/** The panel with which a user hands in the pages of communities. */
export default function HandIn({ resblocks, toRead }: HandInProps) {
  const { data, error, isPending, refetch } = useQuery(pagesToHandInQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button of a community may be far below this panel.
    if (toRead.resblockId !== undefined) heading.current?.focus();
  }, [toRead]);
  return (
    <section className={styles.panel} aria-label="Check by hand">
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        Check by hand
      </h3>
      <p>
        The listing site shows its lists to people who are signed in there. Open the pages in your browser and hand them
        in: the monitor keeps their houses and nothing else.
      </p>
      {isPending && <Skeleton rows={2} />}
      {error && <Failure what="Could not load the pages." error={error} onRetry={() => void refetch()} />}
      {data && <PagesToOpen communities={communitiesToRead(data.communities, resblocks, toRead.resblockId)} />}
      <p>
        Pages of sold houses (成交) tell which removed houses were sold, and for how much. Hand them in the same way,
        from the first one on.
      </p>
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
