import { Fragment } from 'react';
import type { House } from 'shared-types/contract/ljmonitor';
import { daysOnMarket } from 'shared-types/rules/monitor/house-facts';
import { useNow } from '../../../lib/use-now.ts';
import styles from './house-description.module.css';
import { Changed } from './news.tsx';

interface HouseDescriptionProps {
  house: House;
  /** The community's name, if the list shows houses of several communities. */
  community: string | undefined;
  hasChanged: boolean;
}

/** The parts of a description. A wide window shows each kind in a column of its own, and any other part in the last one. */
const columns = [
  { pattern: /室|房间/u, style: styles.layout },
  { pattern: /平米|㎡|m2/iu, style: styles.area },
  { pattern: /^[东南西北\s]+$/u, style: styles.facing },
  { pattern: /层/u, style: styles.floor },
  { pattern: /年/u, style: styles.year },
];

const styleOf = (part: string) => columns.find(({ pattern }) => pattern.test(part))?.style;

export function HouseDescription({ house, community, hasChanged }: HouseDescriptionProps) {
  return (
    <>
      {community !== undefined && <span className={styles.community}>{community}</span>}
      <span>
        <Changed when={hasChanged}>
          <span className={styles.parts}>
            {house.description.split(' | ').map((part, index) => (
              <Fragment key={index}>
                {index > 0 && <span className={styles.bar}> | </span>}
                <span className={styleOf(part)}>{part}</span>
              </Fragment>
            ))}
          </span>
        </Changed>
      </span>
      <DaysOnOffer house={house} />
    </>
  );
}

function DaysOnOffer({ house }: { house: House }) {
  const days = daysOnMarket(house, useNow(60_000));
  if (days <= 0) return null;
  return (
    <span lang="en" className={styles.days}>
      <span className={styles.bar}> · </span>
      {describeDays(days, house.removed)}
    </span>
  );
}

/** Says for how long a house is, or was, on offer. */
function describeDays(days: number, isRemoved: boolean) {
  const count = days === 1 ? '1 day' : `${days} days`;
  return isRemoved ? `was on offer for ${count}` : `${count} on offer`;
}
