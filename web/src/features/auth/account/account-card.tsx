import { useState } from 'react';
import type { UserContext } from 'shared-types/contract/auth';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { OwnerGate } from '../owner/owner-gate.tsx';
import { OwnSessions } from './own-sessions.tsx';
import styles from './account-card.module.css';

export function AccountCard({ user }: { user: UserContext }) {
  return (
    <>
      <div className={styles.card}>
        <Avatar key={user.avatarUrl} user={user} />
        <p className={styles.name}>{user.name}</p>
        <p className={styles.id}>{user.userId}</p>
        <Button className={`${buttonClass} ${styles.out}`} onClick={signOut}>
          Sign out
        </Button>
      </div>
      <OwnSessions />
      <OwnerGate />
    </>
  );
}

/** A navigation of the whole page: nothing of the session stays in memory. */
const signOut = () => location.assign('/api/auth/logout');

/** The person's picture; without one, or when it does not load, the name's initial. */
function Avatar({ user: { avatarUrl, name } }: { user: UserContext }) {
  const [isBroken, setBroken] = useState(false);
  if (avatarUrl === null || isBroken)
    return (
      <span className={styles.face} aria-hidden="true">
        {name.slice(0, name.codePointAt(0) === name.charCodeAt(0) ? 1 : 2).toUpperCase()}
      </span>
    );
  return (
    <img className={styles.face} src={avatarUrl} alt="" referrerPolicy="no-referrer" onError={() => setBroken(true)} />
  );
}
