import { useMutation } from '@tanstack/react-query';
import type { SignedInBrowser } from 'shared-types/contract/auth';
import { formatTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import styles from './account-card.module.css';
import * as texts from './messages.ts';

interface EndSession {
  end: (sessionRef: string) => Promise<unknown>;
  onEnded: () => Promise<unknown>;
}

/** The sessions of an account. Every session but the current one can be ended. */
export const SessionList = ({ sessions, ...endSession }: { sessions: SignedInBrowser[] } & EndSession) => (
  <ul>
    {sessions.map((session) => (
      <SessionRow key={session.sessionRef} session={session} {...endSession} />
    ))}
  </ul>
);

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
  const name = browser === 'other' ? texts.unknownBrowser : browser;
  return system === 'other' ? name : `${name} on ${system}`;
}
