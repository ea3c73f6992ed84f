import styles from './faces.module.css';

export function ThinkingFace() {
  return (
    <svg className={styles.thinking} width="22" height="22" viewBox="0 0 22 22" role="img" aria-label="Thinking face">
      <circle cx="11" cy="11" r="9.25" />
      <path className={styles.eyes} d="M7.9 6.6v1.6M13.3 6.6v1.6" />
      <path d="M8.4 14.6l4.9-.9" />
    </svg>
  );
}
