import { useMutation } from '@tanstack/react-query';
import type { SignedInBrowser } from 'shared-types/contract/auth';
import { formatTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { browserName } from '../messages.ts';
import styles from './account-card.module.css';
import * as texts from './messages.ts';

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
        {hasCurrent ? texts.endOtherSessions : texts.endAllSessions}
      </Button>
      {ending.isError && (
        <Failure what={texts.couldNotEndSessions} error={ending.error} onRetry={() => ending.mutate()} />
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
      <span>{texts.sessionSince(describeDevice(session), since)}</span>
      {current ? (
        <span>{texts.thisBrowser}</span>
      ) : (
        <Button
          aria-label={texts.endSessionSince(since)}
          aria-busy={ending.isPending}
          onClick={() => {
            if (!ending.isPending) ending.mutate();
          }}
        >
          {texts.endSession}
        </Button>
      )}
      {ending.isError && (
        <Failure what={texts.couldNotEndSession} error={ending.error} onRetry={() => ending.mutate()} />
      )}
    </li>
  );
}

/** Describes the browser of a session: 'Chrome on macOS'. */
function describeDevice({ browser, system }: Pick<SignedInBrowser, 'browser' | 'system'>) {
  const name = browserName(browser);
  return system === 'other' ? name : `${name} on ${system}`;
}
