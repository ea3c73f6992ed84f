import type { House } from 'shared-types/contract/ljmonitor';
import type { Relisting } from 'shared-types/contract/monitor/relistings';
import { timeAttributes } from '../../../lib/format-time.ts';
import { useNow } from '../../../lib/use-now.ts';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import { exceptDoubleClick } from '../../../ui/undo.ts';
import { describeEarlierPrices, formatRecentDay, unbrokenPrice } from './describe-relisting.ts';
import styles from './relisted-line.module.css';
import { useSeparate } from './separation.ts';

interface RelistedLineProps {
  house: House;
  link: Relisting;
  /** The id of the title of the house. */
  titleId: string;
  /** Called before the line disappears with the focus on it. */
  keepFocus: () => void;
}

/** Names the other house under which the flat of a house was, or is, offered, and lets the user say that it is another flat. */
export default function RelistedLine({ house, link, titleId, keepFocus }: RelistedLineProps) {
  const { earlier, later } = link;
  const separate = useSeparate(link);
  return (
    <p className={styles.line}>
      {house.houseId === later.houseId ? (
        <>
          Also <OtherHouse house={earlier} /> · removed <Day time={earlier.removedAt} /> · {describeEarlierPrices(link)}
        </>
      ) : (
        <>
          Offered again as <OtherHouse house={later} /> since <Day time={later.createTime} /> for{' '}
          {unbrokenPrice(later.price)}
        </>
      )}{' '}
      <LinkButton
        aria-describedby={titleId}
        onClick={exceptDoubleClick(() => {
          keepFocus();
          separate();
        })}
      >
        Separate
      </LinkButton>
    </p>
  );
}

const OtherHouse = ({ house: { houseId, url } }: { house: Relisting['later'] }) => (
  <a href={url} target="_blank" rel="noreferrer">
    {houseId}
  </a>
);

const Day = ({ time }: { time: number }) => (
  <time {...timeAttributes(time)}>{formatRecentDay(time, useNow(60_000))}</time>
);
