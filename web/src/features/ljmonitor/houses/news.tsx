import { isUnread } from 'shared-types/rules/house';
import { type HouseNews, newsOf } from 'shared-types/rules/house-news';
import type { House } from 'shared-types/contract/ljmonitor';
import { formatAge } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { describeNews } from './messages.ts';
import styles from './news.module.css';
import * as texts from './messages.ts';

/** Says why a house is unread, and since when. The last change of a house that has been read is less conspicuous. */
export function News({ house }: { house: House }) {
  const now = useNow(60_000);
  const news = newsOf(house);
  const time = Math.max(...news.map((each) => each.time));
  return (
    <p className={isUnread(house) ? `${styles.news} ${styles.unread}` : styles.news}>
      {news.map((each) => (
        <span key={each.kind} className={`${styles.label} ${styles[each.kind]}`}>
          <Label news={each} />
        </span>
      ))}
      <time className={styles.time} dateTime={new Date(time).toISOString()}>
        {formatAge(time, now)}
      </time>
    </p>
  );
}

const spoken = { cheaper: texts.priceDown, dearer: texts.priceUp };

/** Screen readers get the meaning of the arrow as text, because they would read out its shape. */
function Label({ news }: { news: HouseNews }) {
  const text = describeNews(news);
  if (news.kind !== 'cheaper' && news.kind !== 'dearer') return text;
  return (
    <>
      <span className="unseen">{spoken[news.kind]}</span>
      <span aria-hidden="true">{text.slice(0, 2)}</span>
      {text.slice(2)}
    </>
  );
}
