import { keepChats, useKeepsChats } from '../../../lib/preferences/kept-chats.ts';
import { attempt } from '../../../ui/toasts/toasts.ts';
import styles from './account-card.module.css';

/** Lets this browser store the latest conversations. It is chosen for each browser, and until the user signs out there. */
export function OfflineChats({ userId }: { userId: string }) {
  const isKept = useKeepsChats(userId);
  // It fails where storage is disabled, or full.
  const choose = (isWanted: boolean) =>
    attempt('Could not change the offline settings.', async () => keepChats(userId, isWanted));
  return (
    <section className={styles.sessions}>
      <h2>Offline</h2>
      <div className={styles.themes}>
        <label>
          <input
            type="checkbox"
            aria-describedby="offline-chats"
            checked={isKept}
            onChange={(event) => void choose(event.target.checked)}
          />{' '}
          Keep my latest conversations in this browser
        </label>
      </div>
      <p id="offline-chats" className={styles.mails}>
        You can read them here while the site cannot be reached. They are erased when you sign out. Do not turn this on
        in a shared browser.
      </p>
    </section>
  );
}
