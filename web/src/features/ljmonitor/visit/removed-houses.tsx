import { useState } from 'react';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { HouseList } from '../houses/house-list.tsx';
import type { HouseListProps } from '../houses/house-pages.ts';
import { RemovedSummary } from '../lazy-row-details.ts';
import styles from './removed-houses.module.css';

/** The houses that are no longer on offer, folded into a line below the other news. */
export default function RemovedHouses(list: HouseListProps) {
  const [isOpen, setOpen] = useState(false);
  const count = list.houses.length === 1 ? '1 removed house' : `${list.houses.length} removed houses`;
  return (
    <details className={styles.removed} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <LazyPart loading={count} failure={count}>
          <RemovedSummary houses={list.houses} />
        </LazyPart>
      </summary>
      {isOpen && <HouseList {...list} />}
    </details>
  );
}
