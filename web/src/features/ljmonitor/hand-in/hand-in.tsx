import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Resblock } from 'shared-types/contract/ljmonitor';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { BookmarkletLink } from './bookmarklet-link.tsx';
import { HandInFiles } from './hand-in-files.tsx';
import styles from './hand-in.module.css';
import { communitiesToRead } from './messages.ts';
import { PagesToOpen } from './pages-to-open.tsx';
import { pagesToHandInQuery } from './queries.ts';
import * as texts from './messages.ts';
import * as sentences from './sentences.tsx';

/** The community to read by hand; without an id all that are not completely read. */
export interface ToRead {
  resblockId?: string;
}

interface HandInProps {
  resblocks: readonly Resblock[];
  toRead: ToRead;
}

/** The panel with which a user reads communities by hand. */
export default function HandIn({ resblocks, toRead }: HandInProps) {
  const { data, error, isPending, refetch } = useQuery(pagesToHandInQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The button of a community may be far below this panel.
    if (toRead.resblockId !== undefined) heading.current?.focus();
  }, [toRead]);
  return (
    <section className={styles.panel} aria-label={texts.readByHand}>
      <h3 ref={heading} tabIndex={-1} className={styles.heading}>
        {texts.readByHand}
      </h3>
      <p>{texts.aboutHandingIn}</p>
      {isPending && <Skeleton rows={2} />}
      {error && <Failure what={texts.couldNotLoadPages} error={error} onRetry={() => void refetch()} />}
      {data && <PagesToOpen communities={communitiesToRead(data.communities, resblocks, toRead.resblockId)} />}
      <p>{texts.aboutSoldHouses}</p>
      <p>
        {texts.aboutBookmarklet} <BookmarkletLink />
      </p>
      <p>{sentences.aboutExtension(<code>{texts.webExtensionDist}</code>)}</p>
      <HandInFiles />
    </section>
  );
}
