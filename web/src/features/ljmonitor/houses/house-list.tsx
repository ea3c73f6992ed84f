import { useRef } from 'react';
import { LazyPart } from '../../../ui/feedback/lazy-part.tsx';
import { onDemand } from '../../../ui/feedback/on-demand.tsx';
import { type HouseListProps, rowOf } from './house-pages.ts';
import { HouseRow } from './house-row.tsx';

const ReturnToRow = onDemand(() => import('./return-to-row.tsx'));
const WindowedRows = onDemand(() => import('./windowed-rows.tsx'));

/** The first page is loaded again in the time that the browser takes to restore its place. */
const maxFirstPage = 30;
/** A longer list has only those rows in the document that are near the window. */
const maxPlainRows = 90;

export function HouseList(list: HouseListProps) {
  const { houses, isStale } = list;
  const element = useRef<HTMLUListElement>(null);
  const plain = (
    <ul ref={element} aria-busy={isStale}>
      {houses.map((house, index) => (
        <HouseRow key={house.houseId} {...rowOf(list, house, index)} />
      ))}
    </ul>
  );
  if (houses.length <= maxPlainRows)
    return (
      <>
        {plain}
        {houses.length > maxFirstPage && (
          <LazyPart failure={null}>
            <ReturnToRow list={element} />
          </LazyPart>
        )}
      </>
    );
  return (
    <LazyPart loading={plain} failure={plain}>
      <WindowedRows {...list} />
    </LazyPart>
  );
}
