import { Link } from 'react-router-dom';
import { Invitations } from './invitations.tsx';
import { People } from './accounts.tsx';
import styles from './owner.module.css';

/** What only the owner of the site sees on the own page. */
export default function OwnersTools() {
  return (
    <section className={styles.owner} aria-labelledby="owner">
      <h2 id="owner">For the owner</h2>
      <p>
        <Link to="/costs">What this costs</Link>
      </p>
      <Invitations />
      <People />
    </section>
  );
}
