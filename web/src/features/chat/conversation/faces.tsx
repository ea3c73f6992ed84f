import styles from './faces.module.css';

/** Looks up and thinks. */
export function ThinkingFace() {
  return (
    <svg className={styles.thinking} width="22" height="22" viewBox="0 0 22 22" role="img" aria-label="thinking face">
      <circle cx="11" cy="11" r="9.25" />
      <path d="M7.6 7.2v1.3M12.9 6.6v1.3M8.2 14.9c1.7-.9 3.6-1 5.4-.4M6.4 5.2c.6-.5 1.3-.7 2-.6M12.2 4.1c.8-.2 1.5-.1 2.2.3" />
    </svg>
  );
}

export function SadFace() {
  return (
    <svg className={styles.sad} width="22" height="22" viewBox="0 0 22 22" role="img" aria-label="sad face">
      <circle cx="11" cy="11" r="9.25" />
      <path d="M7.6 8v1.4M14.4 8v1.4M7 15.6c1-1.7 2.4-2.5 4-2.5s3 .8 4 2.5" />
    </svg>
  );
}
