import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isUnauthenticated, signInPath } from '../../../../api/sign-in.ts';
import { useTitle } from '../../../../layout/title/use-title.ts';
import { hearTabs, personChannel } from '../../../../lib/tab/tell-tabs.ts';
import { PrimaryButton } from '../../../../ui/buttons/button.tsx';
import { Failure } from '../../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import styles from './bring.module.css';
import { HandInFiles } from '../hand-in-files.tsx';
import { describeResult, HandInResults, PageToOpen } from '../hand-in-results.tsx';
import { PagesToOpen } from '../pages-to-open.tsx';
import { pagesToHandInQuery, useHandIn } from '../queries.ts';
import { useExtension } from '../extension/use-extension.ts';
import type { BrowserPage } from '../saved-pages/read-file.ts';
import { usePostedPage } from './use-posted-page.ts';

const title = 'Hand in a page';

/** The document that takes a page of the listing site from the tab that has opened it. */
export function Bring() {
  useTitle(title);
  const { data, error, isPending, refetch } = useQuery(pagesToHandInQuery);
  const [hasOpener] = useState(() => window.opener !== null);
  const posted = usePostedPage(data?.origin);
  const results = useExtension();
  useForgetAfterSignOut();
  return (
    <main className={styles.main}>
      <h1>{title}</h1>
      {isPending && <Skeleton rows={2} />}
      {error &&
        (isUnauthenticated(error) ? (
          <p>
            You are signed out, so no page was taken.{' '}
            <a href={signInPath({ pathname: '/ljmonitor', search: '', hash: '' })}>Sign in</a>, then click the
            bookmarklet again.
          </p>
        ) : (
          <Failure what="Could not reach the monitor." error={error} onRetry={() => void refetch()} />
        ))}
      {data &&
        (posted ? (
          <Posted page={posted} />
        ) : (
          <p>
            {results.length > 0
              ? 'The browser extension hands in pages through this tab. Leave it open.'
              : hasOpener
                ? 'Waiting for the page. If nothing appears, save the page and drop the file here, or paste its source.'
                : 'No page arrived. If you clicked the bookmarklet, the listing site isolates its tabs. Save the page and drop the file here, or paste its source.'}
          </p>
        ))}
      <HandInResults results={results} />
      {data && !posted && results.length === 0 && <HandInFiles />}
      {data && <Missing />}
      <p>
        <a href="/ljmonitor">Open LJMonitor</a>
      </p>
    </main>
  );
}

/** Takes the communities of a person off the page when another tab reports that nobody is signed in any more. */
function useForgetAfterSignOut() {
  const client = useQueryClient();
  useEffect(
    () =>
      hearTabs(personChannel, (userId) => {
        // The query that loads again is refused and reports the same, which must not start it once more.
        const hasData = client.getQueryData(pagesToHandInQuery.queryKey) !== undefined;
        if (userId === '' && hasData) void client.resetQueries(pagesToHandInQuery);
      }),
    [client],
  );
}

/** A page is handed in after the user has confirmed it, because a site could post one by itself. */
function Posted({ page }: { page: BrowserPage }) {
  const handIn = useHandIn();
  const { protocol, host, pathname } = new URL(page.url);
  // A browser gives such an address (`blob:`) the origin of the site, whatever its content is.
  if (!/^https?:$/.test(protocol))
    return (
      <p className={styles.bad}>
        This tab shows something that is no page of the listing site. Open the community’s list and click the
        bookmarklet there.
      </p>
    );
  if (handIn.data) {
    const { text, open, isBad } = describeResult(handIn.data);
    return (
      <p className={isBad ? styles.bad : undefined}>
        <output>{text}</output>
        <PageToOpen url={open} />
      </p>
    );
  }
  return (
    <>
      <p>
        Hand in this page? LJMonitor keeps its houses and nothing else:
        <br />
        {host + pathname}
      </p>
      <p>
        <PrimaryButton aria-busy={handIn.isPending} onClick={() => handIn.isPending || handIn.mutate(page)}>
          Hand in
        </PrimaryButton>
      </p>
      {handIn.error && <Failure what="Could not hand in the page." error={handIn.error} />}
    </>
  );
}

/** The communities of which some pages are handed in. */
function Missing() {
  const { data } = useQuery(pagesToHandInQuery);
  const begun = data?.communities.filter(({ pages }) => pages.some(({ isHandedIn }) => isHandedIn)) ?? [];
  return begun.length === 0 ? null : <PagesToOpen communities={begun} />;
}
