import { useState } from 'react';
import type { UserContext } from 'shared-types/auth';
import styles from './account.module.css';

export function UserCard({ user }: { user: UserContext }) {
  return (
    <div className={styles.card}>
      <Face key={user.avatarUrl} user={user} />
      <p className={styles.name}>{user.name}</p>
      <p className={styles.id}>{user.userId}</p>
    </div>
  );
}

/** The person's picture; without one, or when it does not load, the name's initial. */
function Face({ user: { avatarUrl, name } }: { user: UserContext }) {
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
