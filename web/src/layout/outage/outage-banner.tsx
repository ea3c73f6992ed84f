import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatTime } from '../../lib/format-time.ts';
import { useRootMark } from '../../ui/use-root-mark.ts';
import { Button } from '../../ui/buttons/button.tsx';
import styles from './outage-banner.module.css';
import { type Connection, type Outage, retryNow, useOutage } from './use-outage.ts';
import { useSlowResponse } from './use-slow-response.ts';

const sentences: Record<Outage | 'slow', string> = {
  offline: 'You are offline.',
  unreachable: 'The site is not responding.',
  slow: 'The site is slow to respond.',
};

/** Says under the top bar that the site cannot be reached, or that one waits for it. Only the first sentence is announced, once. */
export function OutageBanner() {
  const client = useQueryClient();
  const connection = useOutage();
  const { outage } = connection;
  const isSlow = useSlowResponse();
  const state = outage ?? (isSlow ? 'slow' : undefined);
  return (
    <div {...(state && { className: styles.banner, role: 'region', 'aria-label': 'Connection' })}>
      <div>
        <p role="status">{state && sentences[state]}</p>
        {state && <Details connection={connection} />}
      </div>
      {outage && <Button onClick={() => void retryNow(client)}>Retry now</Button>}
    </div>
  );
}

function Details({ connection: { loadedAt, missing, nextTryAt, isTrying } }: { connection: Connection }) {
  useRootMark('outage');
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p>
      {loadedAt !== undefined && `Showing what was loaded at ${formatTime(loadedAt, now)}. `}
      {missing !== '' &&
        (loadedAt === undefined ? 'This page is not stored on this device. ' : `Not loaded: ${missing}. `)}
      {isTrying && 'Trying again…'}
      {/* The browser reports when there is a connection, so a page without a failed call waits for that. */}
      {!isTrying && nextTryAt !== undefined && `Next try in ${Math.max(1, Math.ceil((nextTryAt - now) / 1_000))} s.`}
    </p>
  );
}
