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
import { aboutJava, addressText, addToMinecraft, minecraftLink, serverAddress } from '../detail/messages.ts';
import { type LinkAddress, readLinkHash } from './link-address.ts';
import { linkedServerQuery, useStartByLink } from './use-start-links.ts';
import styles from './links.module.css';
import * as texts from './messages.ts';

/** The page of a start link, for people without an account. Looking at it starts nothing. */
export default function StartPage() {
  const { hash } = useLocation();
  const link = readLinkHash(hash);
  if (link) return <Server key={hash} link={link} />;
  return (
    <MessagePage title={texts.startServer}>
      <p>{texts.noLink}</p>
    </MessagePage>
  );
}

function Server({ link }: { link: LinkAddress }) {
  const { data: server, error, isPending, refetch } = useQuery(linkedServerQuery(link));
  const start = useStartByLink(link);
  const now = useNow();
  return (
    <Page title={texts.startServer}>
      <div className={styles.page}>
        <h1>{link.stackName}</h1>
        {isPending && (
          <Waiting>
            <Skeleton rows={2} />
          </Waiting>
        )}
        {error && !start.error && <Failure what={texts.couldNotLook} error={error} onRetry={() => void refetch()} />}
        {server && (
          <>
            <p>
              <output>{texts.describeServer[server.state]}</output>
            </p>
            {server.hasFailed && <p className={styles.problem}>{texts.lastStartFailed}</p>}
            {server.state === 'off' && (
              <Button
                className={`${primaryButtonClass} ${styles.start}`}
                aria-busy={start.isPending}
                onClick={() => start.isPending || start.mutate()}
              >
                {start.isPending ? texts.starting : texts.start}
              </Button>
            )}
            {server.state === 'up' && <Visit server={server} />}
            {start.error && <Failure what={texts.couldNotStart} error={start.error} />}
            <p className={styles.note}>{texts.linkExpires(formatFutureTime(server.expiryTime, now))}</p>
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
        <div className={styles.created}>
          <code id="server-address">{addressText(address)}</code>
          <CopyButton of="server-address" isPrimary />
          {gameOf(server) === 'bedrock' && address.port !== undefined && (
            <a href={minecraftLink(server.stackName, address)}>{addToMinecraft}</a>
          )}
        </div>
      )}
      {gameOf(server) === 'java' && <p className={styles.note}>{aboutJava}</p>}
      <p>{texts.describeVisit(server, now)}</p>
    </>
  );
}
