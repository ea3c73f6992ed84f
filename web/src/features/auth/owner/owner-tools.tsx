import { Link } from 'react-router-dom';
import { Invitations } from './invitations.tsx';
import { Accounts } from './accounts.tsx';
import styles from './owner.module.css';

/** What only the owner of the site sees on the own page. */
export default function OwnerTools() {
  return (
    <section className={styles.owner} aria-labelledby="owner">
      <h2 id="owner">For the owner</h2>
      <p>
        <Link to="/costs">What this costs</Link>
      </p>
      <Invitations />
      <Accounts />
    </section>
  );
}
