import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { HouseOrder } from 'shared-types/rules/monitor/house-orders';
import { choose, usePreferences } from '../../../lib/preferences/preferences.ts';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import { HouseSearch } from './house-search.tsx';
import styles from './list-controls.module.css';
import { countFilters, type ViewChange, type View } from './view.ts';

const FilterFields = onDemand(() => import('./filter-fields.tsx'));
const ViewBar = onDemand(() => import('../views/view-bar.tsx'));

const orders: [HouseOrder | '', string][] = [
  ['', 'Latest change'],
  ['-createTime', 'Newest'],
  ['-drop', 'Biggest drop'],
  ['price', 'Lowest price'],
  ['-price', 'Highest price'],
  ['unitPrice', 'Lowest unit price'],
  ['-unitPrice', 'Highest unit price'],
  ['createTime', 'Longest on offer'],
  ['-area', 'Largest area'],
  ['area', 'Smallest area'],
  ['-rooms', 'Most rooms'],
  ['-floor', 'Highest floor'],
  ['-year', 'Newest building'],
  ['year', 'Oldest building'],
];

interface ListControlsProps {
  view: View;
  set: (change: ViewChange) => void;
}

/** The order and the filters of the list. All of their values are in the URL, too. */
export function ListControls({ view, set }: ListControlsProps) {
  const { density, views } = usePreferences();
  const { search } = useLocation();
  // The search and the news stand outside the fold.
  const count = countFilters({ ...view, text: '', news: undefined, since: undefined });
  const [hasOpened, setHasOpened] = useState(false);
  return (
    <div className={styles.controls}>
      <label>
        Sort by{' '}
        <select value={view.order ?? ''} onChange={(event) => set({ order: event.target.value })}>
          {orders.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.density}>
        Rows{' '}
        <select
          value={density}
          onChange={({ target }) => choose({ density: target.selectedIndex > 0 ? 'compact' : 'comfortable' })}
        >
          <option value="comfortable">Comfortable</option>
          <option value="compact">Compact</option>
        </select>
      </label>
      <HouseSearch text={view.text} onSearch={(text) => set({ text })} />
      <details onToggle={({ currentTarget }) => currentTarget.open && setHasOpened(true)}>
        <summary>{count === 0 ? 'Filters' : `Filters · ${count}`}</summary>
        {hasOpened && (
          <LazyPart loading={<div className={styles.loading} />}>
            <FilterFields view={view} set={set} />
          </LazyPart>
        )}
      </details>
      {(search || views.length > 0) && (
        <LazyPart loading={<div className={styles.bar} />}>
          <ViewBar view={view} set={set} />
        </LazyPart>
      )}
    </div>
  );
}
