import { useMutation } from '@tanstack/react-query';
import type { SignedInBrowser } from 'shared-types/contract/auth';
import { formatTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { browserName } from '../texts.ts';
import styles from './account-card.module.css';

interface EndSession {
  end: (sessionRef: string) => Promise<unknown>;
  onEnded: () => Promise<unknown>;
}

/** The sessions of an account. Every session but the current one can be ended, and all of these at once. */
export function SessionList({ sessions, ...endSession }: { sessions: SignedInBrowser[] } & EndSession) {
  const endable = sessions.filter(({ current }) => !current);
  return (
    <>
      <ul>
        {sessions.map((session) => (
          <SessionRow key={session.sessionRef} session={session} {...endSession} />
        ))}
      </ul>
      {endable.length > 1 && (
        <EndAll sessions={endable} hasCurrent={endable.length < sessions.length} {...endSession} />
      )}
    </>
  );
}

function EndAll({
  sessions,
  hasCurrent,
  end,
  onEnded,
}: { sessions: SignedInBrowser[]; hasCurrent: boolean } & EndSession) {
  const ending = useMutation({
    mutationFn: () => Promise.all(sessions.map(({ sessionRef }) => end(sessionRef))),
    // Some may have ended although another one could not be.
    onSettled: onEnded,
  });
  return (
    <>
      <Button
        aria-busy={ending.isPending}
        onClick={() => {
          if (!ending.isPending) ending.mutate();
        }}
      >
        {hasCurrent ? 'End all other sessions' : 'End all sessions'}
      </Button>
      {ending.isError && (
        <Failure what="Could not end all of these sessions." error={ending.error} onRetry={() => ending.mutate()} />
      )}
    </>
  );
}

function SessionRow({ session, end, onEnded }: { session: SignedInBrowser } & EndSession) {
  const { sessionRef, createTime, current } = session;
  const now = useNow();
  const since = formatTime(createTime, now);
  const ending = useMutation({ mutationFn: () => end(sessionRef), onSuccess: onEnded });
  return (
    <li className={styles.session}>
      <span>{`${describeDevice(session)} · since ${since}`}</span>
      {current ? (
        <span>This browser</span>
      ) : (
        <Button
          aria-label={`End session since ${since}`}
          aria-busy={ending.isPending}
          onClick={() => {
            if (!ending.isPending) ending.mutate();
          }}
        >
          End session
        </Button>
      )}
      {ending.isError && (
        <Failure what="Could not end the session." error={ending.error} onRetry={() => ending.mutate()} />
      )}
    </li>
  );
}

/** Describes the browser of a session: 'Chrome on macOS'. */
function describeDevice({ browser, system }: Pick<SignedInBrowser, 'browser' | 'system'>) {
  const name = browserName(browser);
  return system === 'other' ? name : `${name} on ${system}`;
}
