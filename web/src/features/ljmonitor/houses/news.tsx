import type { ReactNode } from 'react';
import { isUnread } from 'shared-types/rules/house';
import { type HouseNews, newsOf } from 'shared-types/rules/house-news';
import type { House } from 'shared-types/contract/ljmonitor';
import { formatAge, timeAttributes } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { describeNews } from '../describe-news.ts';
import { HouseDetail } from '../lazy-row-details.ts';
import styles from './news.module.css';

/** Says why a house is unread, and since when. The last change of a house that has been read is less conspicuous. */
export function News({ house }: { house: House }) {
  const now = useNow(60_000);
  const news = newsOf(house);
  const time = Math.max(...news.map((each) => each.time));
  return (
    <p className={isUnread(house) ? `${styles.news} ${styles.unread}` : styles.news}>
      {news.map((each) => (
        <span key={each.kind} className={`${styles.label} ${styles[each.kind]}`}>
          <Label news={each} house={house} />
        </span>
      ))}
      <time className={styles.time} {...timeAttributes(time)}>
        {formatAge(time, now)}
      </time>
    </p>
  );
}

const spoken = { cheaper: 'Price down ', dearer: 'Price up ' };

/** Screen readers get the meaning of the arrow as text, because they would read out its shape. */
function Label({ news, house }: { news: HouseNews; house: House }) {
  const text = describeNews(news);
  if (news.kind === 'removed')
    return (
      <LazyPart loading={text} failure={text}>
        <HouseDetail part="fate" house={house} />
      </LazyPart>
    );
  if (news.kind !== 'cheaper' && news.kind !== 'dearer') return text;
  return (
    <>
      <span className="unseen">{spoken[news.kind]}</span>
      <span aria-hidden="true">{text.slice(0, 2)}</span>
      {text.slice(2)}
    </>
  );
}

/** Marks a field that has changed since the user read the house. */
export const Changed = ({ when, children }: { when: boolean; children: ReactNode }) =>
  when ? <mark className={styles.changed}>{children}</mark> : children;
