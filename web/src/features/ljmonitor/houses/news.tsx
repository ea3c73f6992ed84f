import type { ReactNode } from 'react';
import { isUnread } from 'shared-types/rules/house';
import { type HouseNews, newsOf } from 'shared-types/rules/house-news';
import type { House } from 'shared-types/contract/ljmonitor';
import { formatAge, timeAttributes } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { describeNews, timeOfNews } from '../describe-news.ts';
import { HouseDetail } from '../lazy-row-details.ts';
import type { RowInGroup } from './house-pages.ts';
import styles from './news.module.css';

interface NewsProps extends Pick<RowInGroup, 'isKnownNew' | 'isInDay' | 'timeAbove'> {
  house: House;
}

/**
 * Says why a house is unread, and since when. The last change of a house that has been read is less conspicuous. What the heading
 * or the row above says is left out.
 */
export function News({ house, isKnownNew, isInDay, timeAbove }: NewsProps) {
  const now = useNow(60_000);
  const news = newsOf(house);
  const time = timeOfNews(house);
  const format = isInDay ? formatAgeInDay : formatAge;
  const text = format(time, now);
  const isRepeated = timeAbove !== undefined && format(timeAbove, now) === text;
  return (
    <p className={isUnread(house) ? `${styles.news} ${styles.unread}` : styles.news}>
      {!isKnownNew &&
        news.map((each) => (
          <span key={each.kind} className={`${styles.label} ${styles[each.kind]}`}>
            <Label news={each} house={house} />
          </span>
        ))}
      {!isRepeated && (
        <time className={styles.time} {...timeAttributes(time)}>
          {text}
        </time>
      )}
    </p>
  );
}

/** Formats an age under the heading of its day, as a clock time once it is some hours. */
const formatAgeInDay = (time: number, now: number) => formatAge(time, now).replace(/^\S+ (?=\d\d:)/, '');

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
