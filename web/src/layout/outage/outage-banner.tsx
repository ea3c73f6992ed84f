import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatTime } from '../../lib/format-time.ts';
import { useRootMark } from '../../ui/use-root-mark.ts';
import { Button } from '../../ui/buttons/button.tsx';
import styles from './outage-banner.module.css';
import { outageSentences } from './messages.ts';
import { type Connection, retryNow, useOutage } from './use-outage.ts';
import * as texts from './messages.ts';

/** Says under the top bar that the site cannot be reached. Only the first sentence is announced, once. */
export function OutageBanner() {
  const client = useQueryClient();
  const connection = useOutage();
  const { outage } = connection;
  return (
    <div {...(outage && { className: styles.banner, role: 'region', 'aria-label': texts.connection })}>
      <div>
        <p role="status">{outage && outageSentences[outage]}</p>
        {outage && <Details connection={connection} />}
      </div>
      {outage && <Button onClick={() => void retryNow(client)}>{texts.retryNow}</Button>}
    </div>
  );
}

function Details({ connection: { loadedAt, hasGaps, nextTryAt, isTrying } }: { connection: Connection }) {
  useRootMark('outage');
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p>
      {loadedAt !== undefined && texts.showingWhatWasLoaded(formatTime(loadedAt, now))}
      {hasGaps && (loadedAt === undefined ? texts.notLoadedBefore : texts.partsAreMissing)}
      {isTrying && texts.tryingAgain}
      {/* The browser tells when there is a connection, so a page without a failed call waits for that. */}
      {!isTrying && nextTryAt !== undefined && texts.nextTry(Math.max(1, Math.ceil((nextTryAt - now) / 1_000)))}
    </p>
  );
}
