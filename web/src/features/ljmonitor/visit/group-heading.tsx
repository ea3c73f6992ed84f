import styles from './group-heading.module.css';

/** The heading of a group of houses, which its first row shows. */
export const GroupHeading = ({ text }: { text: string }) => (
  <div className={styles.heading} lang="zh-Hans">
    {text}
  </div>
);
