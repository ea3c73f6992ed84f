import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import type { LinkedServer } from 'shared-types/contract/stack/links';
import { gameOf } from 'shared-types/rules/stack/game';
import { MessagePage, Page } from '../../../layout/page.tsx';
import { formatFutureTime } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Button, primaryButtonClass } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Waiting } from '../../../ui/feedback/waiting.tsx';
import { type LinkAddress, readLinkHash } from './link-address.ts';
import { linkedServerQuery, useStartByLink } from './use-start-links.ts';
import styles from './links.module.css';
import { addressText, serverAddress } from '../address.ts';
import { JoinLinks } from '../server/join-links.tsx';
import { Outdated } from '../server/times.tsx';
import { countPlayers } from '../texts.ts';

const stateTexts: Record<LinkedServer['state'], string> = {
  off: 'The server is off. A start takes about five minutes.',
  starting: 'The server is starting, which takes about five minutes. This page says when it is up.',
  up: 'The server is up.',
  stopping: 'The server is shutting down. You can start it again in a few minutes.',
};

/** The page of a start link, for people without an account. Looking at it starts nothing. */
export default function StartPage() {
  const { hash } = useLocation();
  const link = readLinkHash(hash);
  if (link) return <Server key={hash} link={link} />;
  return (
    <MessagePage title="Start a server">
      <p>This link is not complete. Copy all of it, or ask the person who gave it to you for another.</p>
    </MessagePage>
  );
}

function Server({ link }: { link: LinkAddress }) {
  const { data: server, error, isPending, refetch } = useQuery(linkedServerQuery(link));
  const start = useStartByLink(link);
  const now = useNow();
  const startableFrom = server?.startableFrom ?? now;
  const isTooSoon = startableFrom > now;
  const from = isTooSoon ? ` at ${formatFutureTime(startableFrom, now)}` : '';
  return (
    <Page title="Start a server">
      <div className={styles.page}>
        <h1>{link.stackName}</h1>
        {isPending && (
          <Waiting>
            <Skeleton rows={2} />
          </Waiting>
        )}
        {error && !start.error && (
          <Failure
            what={server ? 'Could not update this page.' : 'Could not find the server.'}
            error={error}
            onRetry={() => void refetch()}
          />
        )}
        {server && (
          <>
            <p>
              <output>{stateTexts[server.state]}</output>
            </p>
            <Outdated since={server.outdatedSince} className={styles.note} />
            {server.hasFailed && (
              <p className={styles.problem}>
                The last start failed. Try again{from}, or tell the person who gave you the link.
              </p>
            )}
            {isTooSoon && !server.hasFailed && <p>You can start it again{from}.</p>}
            {server.state === 'off' && !isTooSoon && (
              <Button
                className={`${primaryButtonClass} ${styles.start}`}
                aria-busy={start.isPending}
                onClick={() => start.isPending || start.mutate()}
              >
                {start.isPending ? 'Starting…' : 'Start'}
              </Button>
            )}
            {server.state === 'up' && <Visit server={server} />}
            {start.error && <Failure what="Could not start the server." error={start.error} />}
            <p className={styles.note}>Your link works until {formatFutureTime(server.expiryTime, now)}.</p>
          </>
        )}
      </div>
    </Page>
  );
}

/** The ways into a server that is up. */
function Visit({ server }: { server: LinkedServer }) {
  const now = useNow();
  const address = serverAddress(server.outputs);
  return (
    <>
      {address && (
        <>
          <div className={styles.created}>
            <code id="server-address">{addressText(address)}</code>
            <CopyButton of="server-address" isPrimary />
          </div>
          <JoinLinks game={gameOf(server)} stackName={server.stackName} address={address} />
        </>
      )}
      <p>{describeVisit(server, now)}</p>
    </>
  );
}

/** Describes the players and the scheduled stop of a server that is up. */
export function describeVisit({ online, stopsAt }: LinkedServer, now: number): string {
  const players = online === null ? undefined : countPlayers(online);
  const stop = stopsAt === null ? undefined : `stops at ${formatFutureTime(stopsAt, now)}, earlier if empty`;
  return [players, stop].filter(Boolean).join(' · ');
}
