import { memo, useRef, useState } from 'react';
import { type ComparedField, isUnread } from 'shared-types/rules/house';
import { newsOf } from 'shared-types/rules/house-news';
import type { House } from 'shared-types/contract/ljmonitor';
import { giveFocus } from '../../../lib/give-focus.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { HouseDetail } from '../lazy-row-details.ts';
import { HouseDescription } from './house-description.tsx';
import type { RowInGroup } from './house-pages.ts';
import { HousePrice } from './house-price.tsx';
import styles from './house-row.module.css';
import { HouseTags } from './house-tags.tsx';
import { HouseTitle } from './house-title.tsx';
import { Changed, News } from './news.tsx';
import { FlagButtons } from '../marks/flag-buttons.tsx';
import { useSetFlag } from '../marks/mutations.ts';
import { ReadButton, useReadMark } from '../marks/read-button.tsx';
import { useSwipe } from '../marks/use-swipe.ts';
import { HouseNote } from '../notes/house-note.tsx';
import { useLinksOf } from '../relisted/relistings.ts';
import { formatUnitPrice } from '../format.ts';

const RelistedLine = onDemand(() => import('../relisted/relisted-line.tsx'));

interface HouseRowProps extends RowInGroup {
  house: House;
  /** The community's name, if the list shows houses of several communities. */
  community: string | undefined;
  /** The place of the house in the list. */
  index: number;
  /** The number of houses in the list, or -1 while it is unknown. */
  setSize: number;
  /** The distance from the top of a list that places its rows itself. */
  top?: number | undefined;
  measure?: ((row: HTMLLIElement | null) => void) | undefined;
}

export const HouseRow = memo(function HouseRow({
  house,
  community,
  index,
  setSize,
  top,
  measure,
  heading,
  isCalm = false,
  isKnownNew,
  isInDay,
  timeAbove,
}: HouseRowProps) {
  const { houseId, hidden } = house;
  const [wasUnread] = useState(() => isUnread(house));
  const [showsHistory, setShowsHistory] = useState(false);
  const [showsChart, setShowsChart] = useState(false);
  const [showsNote, setShowsNote] = useState(false);
  const noteButton = useRef<HTMLButtonElement>(null);
  const classes = [
    styles.row,
    isUnread(house) && styles.unread,
    isCalm && styles.calm,
    isKnownNew && styles.knownNew,
    hidden && styles.hidden,
  ]
    .filter(Boolean)
    .join(' ');
  const link = useRef<HTMLAnchorElement>(null);
  const flag = useSetFlag(house);
  const links = useLinksOf(house);
  const focusTitle = () => link.current?.focus({ preventScroll: true });
  const mark = useReadMark(house, focusTitle);
  const swipe = useSwipe(mark.isUnread ? mark.press : undefined);
  const linkId = `house-${houseId}`;
  const news = isUnread(house) ? newsOf(house) : [];
  const hasChanged = (field: ComparedField) => news.some(({ fields }) => fields.includes(field));
  return (
    <li
      ref={measure}
      className={classes}
      style={top === undefined ? undefined : { top }}
      data-index={index}
      data-house={houseId}
      aria-posinset={index + 1}
      aria-setsize={setSize}
      {...swipe}
    >
      {heading}
      {!hidden && <News house={house} isKnownNew={isKnownNew} isInDay={isInDay} timeAbove={timeAbove} />}
      <div className={styles.head}>
        <HouseTitle house={house} link={link} linkId={linkId} hasChanged={hasChanged('title')} isCalm={isCalm} />
        <FlagButtons
          house={house}
          flag={flag}
          describedBy={linkId}
          note={{
            ref: noteButton,
            'aria-expanded': showsNote,
            'aria-controls': `note-${houseId}`,
            onClick: () => setShowsNote(!showsNote),
          }}
        />
      </div>
      {!hidden && (
        <>
          <HousePrice
            house={house}
            hasChanged={hasChanged('price') || news.some(({ kind }) => kind === 'cheaper')}
            chart={{
              'aria-expanded': showsChart,
              'aria-controls': `chart-${houseId}`,
              onClick: () => setShowsChart(!showsChart),
            }}
          />
          <p className={styles.description} lang="zh-Hans">
            <HouseDescription house={house} community={community} hasChanged={hasChanged('description')} />
          </p>
          <p className={styles.unitPrice}>
            <Changed when={hasChanged('unitPrice')}>{formatUnitPrice(house.unitPrice)}</Changed>
          </p>
          <HouseTags house={house} />
          <div className={styles.actions}>
            {(house.createTime !== house.updateTime || links.some(({ later }) => later.houseId === houseId)) && (
              <Button
                aria-expanded={showsHistory}
                aria-controls={`history-${houseId}`}
                aria-describedby={linkId}
                onClick={() => setShowsHistory(!showsHistory)}
              >
                history
              </Button>
            )}
            <ReadButton mark={mark} describedBy={linkId} />
            {wasUnread && !mark.isUnread && <span className={styles.wasRead} />}
          </div>
        </>
      )}
      <div className={styles.note}>
        {!hidden && links.length > 0 && (
          <LazyPart failure={null}>
            {links.map((each) => (
              <RelistedLine
                key={`${each.earlier.houseId} ${each.later.houseId}`}
                house={house}
                link={each}
                titleId={linkId}
                keepFocus={focusTitle}
              />
            ))}
          </LazyPart>
        )}
        <HouseNote
          house={house}
          isOpen={showsNote}
          onClose={() => {
            giveFocus(noteButton.current, noteButton.current?.closest('li'));
            setShowsNote(false);
          }}
        />
        {mark.note}
        {flag.isError && (
          <Failure
            what="Could not save."
            error={flag.error}
            onRetry={() => flag.variables && flag.mutate(flag.variables)}
          />
        )}
      </div>
      <div id={`chart-${houseId}`} className={styles.chart}>
        {showsChart && (
          <LazyPart loading={<Skeleton rows={1} of="chart" />}>
            <HouseDetail part="chart" house={house} />
          </LazyPart>
        )}
      </div>
      <div id={`history-${houseId}`} className={styles.history}>
        {showsHistory && (
          <LazyPart loading={<Skeleton rows={1} of="chart" />}>
            <HouseDetail part="history" house={house} />
          </LazyPart>
        )}
      </div>
    </li>
  );
});
