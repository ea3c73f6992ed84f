import { site } from '../../site.ts';
import styles from './footer.module.css';

export function Footer() {
  return (
    <footer className={styles.footer}>
      {site.banner === null ? (
        <div className={styles.drawing} aria-hidden="true" />
      ) : (
        <img className={styles.picture} src={site.banner} alt="" loading="lazy" />
      )}
      <div className={styles.lines}>
        <p>{site.name}</p>
        <p>{site.credit}</p>
      </div>
    </footer>
  );
}
