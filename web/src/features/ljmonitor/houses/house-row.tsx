import { memo, type ReactNode, useRef, useState } from 'react';
import { type ComparedField, isUnread } from 'shared-types/rules/house';
import { newsOf } from 'shared-types/rules/house-news';
import type { House } from 'shared-types/contract/ljmonitor';
import { Button } from '../../../ui/buttons/button.tsx';
import { Failure } from '../../../ui/feedback/failure.tsx';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Sparkline } from '../../../ui/content/sparkline.tsx';
import { HouseDetail } from '../lazy-row-details.ts';
import { HouseDescription } from './house-description.tsx';
import styles from './house-row.module.css';
import { Changed, News } from './news.tsx';
import { FlagButtons } from '../marks/flag-buttons.tsx';
import { useSetFlag } from '../marks/mutations.ts';
import { ReadButton, useReadMark } from '../marks/read-button.tsx';
import { useSwipe } from '../marks/use-swipe.ts';
import { HouseNote } from '../notes/house-note.tsx';
import { formatPriceChange, describePrices, formatPrice, formatUnitPrice } from '../format.ts';

interface HouseRowProps {
  house: House;
  /** The community's name, if the list shows houses of several communities. */
  community: string | undefined;
  /** The heading of the group that begins with this house. */
  heading?: ReactNode;
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
  heading,
  index,
  setSize,
  top,
  measure,
}: HouseRowProps) {
  const { houseId, removed, hidden } = house;
  const [showsHistory, setShowsHistory] = useState(false);
  const [showsChart, setShowsChart] = useState(false);
  const [showsNote, setShowsNote] = useState(false);
  const noteButton = useRef<HTMLButtonElement>(null);
  const classes = [styles.row, isUnread(house) && styles.unread, removed && styles.removed, hidden && styles.hidden]
    .filter(Boolean)
    .join(' ');
  const link = useRef<HTMLAnchorElement>(null);
  const flag = useSetFlag(house);
  const mark = useReadMark(house, () => link.current?.focus({ preventScroll: true }));
  const swipe = useSwipe(mark.isUnread ? mark.press : undefined);
  const linkId = `house-${houseId}`;
  const change = formatPriceChange(house);
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
      <News house={house} />
      <div className={styles.head}>
        {isUnread(house) && (
          <span className={styles.dot}>
            <span className="unseen">Unread</span>
          </span>
        )}
        <h3 className={styles.title} lang="zh-Hans">
          <a ref={link} id={linkId} data-key="o" href={house.url} target="_blank" rel="noreferrer">
            <Changed when={hasChanged('title')}>{house.title}</Changed>
          </a>
        </h3>
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
      <div className={styles.price}>
        {house.prices.length > 1 && (
          <button
            type="button"
            className={styles.moved}
            aria-expanded={showsChart}
            aria-controls={`chart-${houseId}`}
            onClick={() => setShowsChart(!showsChart)}
          >
            <Sparkline values={house.prices.map(({ price }) => price)} />
            {change && <span className={styles.sum}>{change}</span>}{' '}
            <span className="unseen">{describePrices(house)} Chart</span>
          </button>
        )}
        <span className={house.price === null ? styles.unitPrice : styles.figure}>
          <Changed when={hasChanged('price') || news.some(({ kind }) => kind === 'cheaper' || kind === 'dearer')}>
            {formatPrice(house.price)}
          </Changed>
        </span>
      </div>
      <p className={styles.description} lang="zh-Hans">
        <HouseDescription house={house} community={community} hasChanged={hasChanged('description')} />
      </p>
      <p className={styles.unitPrice}>
        <Changed when={hasChanged('unitPrice')}>{formatUnitPrice(house.unitPrice)}</Changed>
      </p>
      <div className={styles.tags}>
        <ul lang="zh-Hans">
          {house.tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
        <a className={styles.id} href={house.url} target="_blank" rel="noreferrer">
          {houseId}
        </a>
      </div>
      <div className={styles.actions}>
        {house.createTime !== house.updateTime && (
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
      </div>
      <div className={styles.note}>
        <HouseNote
          house={house}
          isOpen={showsNote}
          onClose={() => {
            noteButton.current?.focus();
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
