import { useState } from 'react';
import type { UserContext } from 'shared-types/contract/account/user-context';
import { deleteDrafts } from '../../../lib/draft-storage.ts';
import { announceLeaving } from '../../../lib/leaving.ts';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { OwnEvents } from '../activity/own-events.tsx';
import { NewsSection } from '../news/news-section.tsx';
import { leaveBrowser } from '../news/this-browser.ts';
import { OwnerGate } from '../owner/owner-gate.tsx';
import { Appearance, SendingKey } from './appearance.tsx';
import { Credentials } from './credentials.tsx';
import { OfflineChats } from './offline-chats.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { AccountMails } from './account-mails.tsx';
import { ToolOrder } from './tool-order.tsx';
import styles from './account-card.module.css';

export function AccountCard({ user }: { user: UserContext }) {
  return (
    <div className={styles.account}>
      <div className={styles.card}>
        <Avatar key={user.avatarUrl} user={user} />
        <p className={styles.name}>{user.name}</p>
        <p className={styles.id}>{user.userId}</p>
        <SignOut userId={user.userId} />
      </div>
      {/* The parts below are loaded, and would push this one down. */}
      <Credentials user={user} />
      <Appearance />
      <SendingKey />
      <ToolOrder />
      <NewsSection userId={user.userId} />
      <OfflineChats userId={user.userId} />
      <OwnSessions />
      <AccountMails />
      <OwnEvents />
      <OwnerGate />
    </div>
  );
}

function SignOut({ userId }: { userId: string }) {
  const [isLeaving, setLeaving] = useState(false);
  const signOut = async () => {
    if (isLeaving) return;
    setLeaving(true);
    announceLeaving();
    deleteDrafts();
    await leaveBrowser(userId);
    // Without a network the user may come back to this page as it was, and try again.
    window.addEventListener('pagehide', () => setLeaving(false), { once: true });
    // The full page load clears everything of the session from memory.
    location.assign('/api/auth/logout');
  };
  return (
    <Button className={`${buttonClass} ${styles.signOut}`} aria-busy={isLeaving} onClick={() => void signOut()}>
      Sign out
    </Button>
  );
}

/** The user's picture, or the initial of the name when there is no picture or it cannot be loaded. */
function Avatar({ user: { avatarUrl, name } }: { user: UserContext }) {
  const [isBroken, setBroken] = useState(false);
  if (avatarUrl === null || isBroken)
    return (
      <span className={styles.avatar} aria-hidden="true">
        {name.slice(0, name.codePointAt(0) === name.charCodeAt(0) ? 1 : 2).toUpperCase()}
      </span>
    );
  return (
    <img
      className={styles.avatar}
      src={avatarUrl}
      alt=""
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}
