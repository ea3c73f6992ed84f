import { Link } from 'react-router-dom';
import { Invitations } from './invitations.tsx';
import { Accounts } from './accounts.tsx';
import styles from './owner.module.css';
import * as texts from './messages.ts';

/** The part of the account page that only the owner sees. */
export default function OwnerTools() {
  return (
    <section className={styles.owner} aria-labelledby="owner">
      <h2 id="owner">{texts.ownerTools}</h2>
      <p>
        <Link to="/activity">{texts.activity}</Link> · <Link to="/costs">{texts.costs}</Link>
      </p>
      <Invitations />
      <Accounts />
    </section>
  );
}
