import { Link } from 'react-router-dom';
import { Invitations } from './invitations.tsx';
import { Accounts } from './accounts.tsx';
import styles from './owner.module.css';

/** The part of the account page that only the owner sees. */
export default function OwnerTools() {
  return (
    <section className={styles.owner} aria-labelledby="owner">
      <h2 id="owner">Owner tools</h2>
      <p>
        <Link to="/activity">Activity</Link> · <Link to="/costs">Costs</Link>
      </p>
      <Invitations />
      <Accounts />
    </section>
  );
}
