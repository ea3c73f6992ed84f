import { useNow } from '../../../lib/use-now.ts';
import type { Grouping } from '../filters/view.ts';
import { HouseList } from '../houses/house-list.tsx';
import type { HouseListProps } from '../houses/house-pages.ts';
import styles from './group-heading.module.css';
import { groupHouses } from './group-houses.ts';

interface GroupedHouseListProps extends HouseListProps {
  group: Grouping;
}

/** The houses of a day or of a community under one heading each. */
export default function GroupedHouseList({ group, ...list }: GroupedHouseListProps) {
  const { houses, headings } = groupHouses(list.houses, group, list.names, useNow(60_000));
  const shown = new Map([...headings].map(([houseId, text]) => [houseId, <GroupHeading key={houseId} text={text} />]));
  return <HouseList {...list} houses={houses} headings={shown} />;
}

/** The heading of a group of houses, which its first row shows. */
const GroupHeading = ({ text }: { text: string }) => (
  <div className={styles.heading} lang="zh-Hans">
    {text}
  </div>
);
