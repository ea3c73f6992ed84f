import type { RefObject } from 'react';
import { isUnread } from 'shared-types/rules/house';
import type { House } from 'shared-types/contract/ljmonitor';
import styles from './house-title.module.css';
import { Changed } from './news.tsx';

interface HouseTitleProps {
  house: House;
  link: RefObject<HTMLAnchorElement | null>;
  linkId: string;
  hasChanged: boolean;
  /** Marks an unread house by the weight of its title. */
  isCalm: boolean;
}

/** The title of a house with the dot of an unread one. */
export function HouseTitle({ house, link, linkId, hasChanged, isCalm }: HouseTitleProps) {
  const { title, url, removed, hidden } = house;
  const classes = [
    styles.title,
    isCalm && isUnread(house) && styles.heavy,
    removed && styles.removed,
    hidden && styles.hidden,
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <>
      {isUnread(house) && (
        <span className={styles.dot}>
          <span className="unseen">Unread</span>
        </span>
      )}
      <h3 className={classes} lang="zh-Hans">
        <a ref={link} id={linkId} data-key="o" href={url} target="_blank" rel="noreferrer">
          <Changed when={hasChanged}>{title}</Changed>
        </a>
      </h3>
    </>
  );
}
