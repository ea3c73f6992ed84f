import type { PagesToHandIn } from 'shared-types/contract/monitor/pages';
import { soldAddressOf } from 'shared-types/rules/monitor/sold-addresses';
import styles from './hand-in.module.css';
import { describeTask } from './messages.ts';
import * as texts from './messages.ts';

/** Links to the pages in their order, which of them are handed in, and the sold houses of each community. */
export function PagesToOpen({ communities }: { communities: readonly PagesToHandIn[] }) {
  const missing = communities.flatMap(({ pages }) => pages).filter(({ isHandedIn }) => !isHandedIn).length;
  return (
    <>
      <p>{missing === 0 ? texts.allHandedIn : describeTask(missing)}</p>
      <ul className={styles.communities}>
        {communities.map(({ resblockId, name, pages }) => (
          <li key={resblockId}>
            <span lang="zh-Hans">{name || resblockId}</span>
            <ol className={styles.pages}>
              {pages.map(({ page, url, isHandedIn }) => (
                <li key={page}>
                  <a href={url} target="_blank" rel="noreferrer">
                    {texts.pageNumber(page)}
                  </a>
                  {isHandedIn && (
                    <span className={styles.done}>
                      {' '}
                      ✓<span className="unseen"> {texts.handedIn}</span>
                    </span>
                  )}
                </li>
              ))}
              <li>
                <a href={soldAddressOf(pages[0]?.url ?? '')} target="_blank" rel="noreferrer">
                  {texts.soldHouses}
                </a>
              </li>
            </ol>
          </li>
        ))}
      </ul>
    </>
  );
}
