import type { PagesToHandIn } from 'shared-types/contract/monitor/pages';
import { soldAddressOf } from 'shared-types/rules/monitor/sold-addresses';
import styles from './hand-in.module.css';

const secondsPerPage = 20;

/** Says how much there is to do: 'Open these 3 pages. It takes a minute.' */
export function describeTask(pages: number): string {
  const minutes = Math.ceil((pages * secondsPerPage) / 60);
  const time = minutes === 1 ? 'a minute' : `about ${minutes} minutes`;
  const task = pages === 1 ? 'Open this page and hand it in.' : `Open these ${pages} pages and hand in each.`;
  return `${task} It takes ${time}.`;
}

/** Links to the pages in their order, which of them are handed in, and the sold houses of each community. */
export function PagesToOpen({ communities }: { communities: readonly PagesToHandIn[] }) {
  const missing = communities.flatMap(({ pages }) => pages).filter(({ isHandedIn }) => !isHandedIn).length;
  return (
    <>
      <p>{missing === 0 ? 'All pages are handed in.' : describeTask(missing)}</p>
      <ul className={styles.communities}>
        {communities.map(({ resblockId, name, pages }) => (
          <li key={resblockId}>
            <span lang="zh-Hans">{name || resblockId}</span>
            <ol className={styles.pages}>
              {pages.map(({ page, url, isHandedIn }) => (
                <li key={page}>
                  <a href={url} target="_blank" rel="noreferrer">
                    {`Page ${page}`}
                  </a>
                  {isHandedIn && (
                    <span className={styles.done}>
                      {' '}
                      ✓<span className="unseen"> handed in</span>
                    </span>
                  )}
                </li>
              ))}
              <li>
                <a href={soldAddressOf(pages[0]?.url ?? '')} target="_blank" rel="noreferrer">
                  Sold houses
                </a>
              </li>
            </ol>
          </li>
        ))}
      </ul>
    </>
  );
}
