import { useMutation } from '@tanstack/react-query';
import type { SignedInBrowser } from 'shared-types/contract/auth';
import { formatTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import styles from './account-card.module.css';

const providerNames = { cognito: 'Cognito', google: 'Google' };

interface EndSession {
  end: (sessionRef: string) => Promise<unknown>;
  onEnded: () => Promise<unknown>;
}

/** Where somebody is signed in; all but the one that shows this can be ended. */
export const SessionList = ({ browsers, ...ending }: { browsers: SignedInBrowser[] } & EndSession) => (
  <ul>
    {browsers.map((browser) => (
      <SessionRow key={browser.sessionRef} browser={browser} {...ending} />
    ))}
  </ul>
);

function SessionRow({ browser, end, onEnded }: { browser: SignedInBrowser } & EndSession) {
  const { sessionRef, createTime, provider, current } = browser;
  const now = useNow();
  const since = formatTime(createTime, now);
  const ending = useMutation({ mutationFn: () => end(sessionRef), onSuccess: onEnded });
  return (
    <li className={styles.browser}>
      <span>
        {providerNames[provider]}, since {since}
      </span>
      {current ? (
        <span>this browser</span>
      ) : (
        <Button
          aria-label={`end the session since ${since}`}
          aria-busy={ending.isPending}
          onClick={() => {
            if (!ending.isPending) ending.mutate();
          }}
        >
          end
        </Button>
      )}
      {ending.isError && <Failure what="It was not ended." error={ending.error} onRetry={() => ending.mutate()} />}
    </li>
  );
}
