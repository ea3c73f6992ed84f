import type { House } from 'shared-types/contract/ljmonitor';
import styles from './house-tags.module.css';

/** The tags of a house, and its id. */
export const HouseTags = ({ house: { houseId, tags, url } }: { house: House }) => (
  <div className={styles.tags}>
    <ul lang="zh-Hans">
      {tags.map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
    </ul>
    <a className={styles.id} href={url} target="_blank" rel="noreferrer">
      {houseId}
    </a>
  </div>
);
