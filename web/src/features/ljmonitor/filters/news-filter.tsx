import { newsKinds } from 'shared-types/rules/house-news';
import type { UnreadCount } from 'shared-types/contract/ljmonitor';
import { newsNames } from '../houses/messages.ts';
import styles from './news-filter.module.css';
import type { View, ViewChange } from './view.ts';
import * as texts from './messages.ts';

interface NewsFilterProps {
  unreadCounts: UnreadCount[] | undefined;
  view: View;
  set: (change: ViewChange) => void;
}

/** The unread houses by what is new about them. Each number shows only these houses, and once more all of them. */
export function NewsFilter({ unreadCounts, view, set }: NewsFilterProps) {
  const { resblockIds } = view;
  const inView = (unreadCounts ?? []).filter((count) => resblockIds.size === 0 || resblockIds.has(count.resblockId));
  const kinds = newsKinds
    .map((kind) => ({ kind, count: inView.reduce((sum, { news }) => sum + (news[kind] ?? 0), 0) }))
    .filter(({ kind, count }) => count > 0 || kind === view.news);
  if (kinds.length === 0) return null;
  return (
    <div className={styles.news} role="group" aria-label={texts.unreadHousesByNews}>
      {kinds.map(({ kind, count }) => (
        <button
          key={kind}
          type="button"
          aria-pressed={view.news === kind}
          onClick={() => set({ news: view.news === kind ? '' : kind })}
        >
          {`${count} ${newsNames[kind]}`}
        </button>
      ))}
    </div>
  );
}
