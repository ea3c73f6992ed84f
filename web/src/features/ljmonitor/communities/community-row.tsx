import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { Resblock, UnreadCount } from 'shared-types/contract/ljmonitor';
import { Button, LinkButton } from '../../../ui/buttons/button.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { attempt } from '../../../ui/toasts/toasts.ts';
import { exceptDoubleClick } from '../../../ui/undo.ts';
import { loadOrFail } from '../load-or-fail.ts';
import { MedianChart } from '../lazy-row-details.ts';
import { refreshStatusQuery } from '../queries.ts';
import styles from './communities.module.css';
import { communityName, communityPlace } from './community-name.ts';
import { describeCommunityState } from './describe-community.ts';

const load = () => import('./mark-community.ts');
const DeleteCommunity = onDemand(() => import('./delete-community.tsx'));

interface CommunityRowProps {
  resblock: Resblock;
  /** Undefined if there are no unread houses. */
  unreadCount: UnreadCount | undefined;
  /** The position in the list. */
  index: number;
  isTicked: boolean;
  now: number;
  onReadByHand: () => void;
  onTick: (isTicked: boolean) => void;
  onRestored: (added: Resblock) => void;
}

export function CommunityRow(props: CommunityRowProps) {
  const { resblock, unreadCount, index, isTicked, now, onTick, onRestored } = props;
  const name = communityName(resblock);
  const [isAsking, ask] = useState(false);
  const [showsPrices, setShowsPrices] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const client = useQueryClient();
  const mark = (count: UnreadCount) =>
    attempt(`Could not mark ${name} as read.`, async () =>
      (await loadOrFail(load())).markCommunity(client, resblock, count),
    );
  const nameId = `name-${resblock.resblockId}`;
  const place = communityPlace(resblock);
  return (
    <li ref={row} className={styles.row}>
      <label className={styles.tick}>
        <input
          type="checkbox"
          aria-label={`Only houses of ${name}`}
          checked={isTicked}
          onChange={(event) => onTick(event.target.checked)}
        />
      </label>
      <a
        ref={link}
        id={nameId}
        className={styles.name}
        href={resblock.url}
        target="_blank"
        rel="noreferrer"
        lang="zh-Hans"
      >
        {name}
      </a>
      {/* A community that was never read has neither a place nor unread houses, so it needs no line for them. */}
      {(place !== '' || unreadCount !== undefined) && (
        <span className={styles.aside}>
          <span className={styles.place} lang="zh-Hans">
            {place}
          </span>
          {unreadCount !== undefined && (
            <span className={styles.unread}>
              {`${unreadCount.unread} unread `}
              <LinkButton
                aria-describedby={nameId}
                onClick={() => {
                  // The button disappears with the last unread house; the focus stays in the row.
                  link.current?.focus({ preventScroll: true });
                  void mark(unreadCount);
                }}
              >
                Mark read
              </LinkButton>
            </span>
          )}
        </span>
      )}
      <State resblock={resblock} now={now}>
        {describeCommunityState(resblock, now).isBad && (
          <LinkButton aria-describedby={nameId} onClick={props.onReadByHand}>
            Open pages
          </LinkButton>
        )}{' '}
        {resblock.lastCompleteAt !== null && (
          <LinkButton
            aria-expanded={showsPrices}
            aria-controls={`prices-${resblock.resblockId}`}
            aria-describedby={nameId}
            onClick={() => setShowsPrices(!showsPrices)}
          >
            Prices
          </LinkButton>
        )}
      </State>
      <Button aria-describedby={nameId} onClick={exceptDoubleClick(() => ask(true))}>
        delete
      </Button>
      <div id={`prices-${resblock.resblockId}`} className={styles.wide}>
        {showsPrices && (
          <LazyPart loading={<Skeleton rows={1} of="chart" />}>
            <MedianChart resblock={resblock} />
          </LazyPart>
        )}
      </div>
      {isAsking && (
        <LazyPart>
          <DeleteCommunity
            resblock={resblock}
            index={index}
            row={row}
            onClose={() => ask(false)}
            onDeleted={() => onTick(false)}
            onRestored={onRestored}
          />
        </LazyPart>
      )}
    </li>
  );
}

interface StateProps {
  resblock: Resblock;
  now: number;
  children: ReactNode;
}

function State({ resblock, now, children }: StateProps) {
  const { data: status } = useQuery({ ...refreshStatusQuery, enabled: false });
  const { isBad, text } = describeCommunityState(resblock, now);
  // What keeps all communities from being checked is said once, above the houses.
  const isSaidAbove = (status?.blockedUntil ?? 0) > now && resblock.stateReason === status?.blockedBecause;
  return (
    <span className={isBad && !isSaidAbove ? `${styles.state} ${styles.bad}` : styles.state}>
      {text} {children}
      {resblock.stateReason && !isSaidAbove && <span className={styles.reason}>{resblock.stateReason}</span>}
    </span>
  );
}
