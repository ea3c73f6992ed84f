import { useLocation } from 'react-router-dom';
import { useNow } from '../../../lib/use-now.ts';
import { timeOfNews } from '../describe-news.ts';
import type { Grouping } from '../filters/view.ts';
import { HouseList } from '../houses/house-list.tsx';
import type { HouseListProps, RowInGroup } from '../houses/house-pages.ts';
import styles from './group-heading.module.css';
import { areAllNew, groupHouses } from './group-houses.ts';
import { useCalmGroups } from './use-calm-groups.ts';

/** Among houses that have been read, some unread ones in color are easily found. More of them would fill the window. */
const mostInColor = 4;

interface GroupedHouseListProps extends HouseListProps {
  group: Grouping | undefined;
  /** The list has unread houses only. */
  isNews: boolean;
}

/** The houses of a day or of a community under one heading each. */
export function GroupedHouseList({ group, isNews, ...list }: GroupedHouseListProps) {
  const { search } = useLocation();
  const groups = groupHouses(list.houses, group, list.names, useNow(60_000));
  const isCalmGroup = useCalmGroups(list.houses, {
    view: search,
    isStale: list.isStale,
    smallest: isNews ? 1 : mostInColor + 1,
  });
  const rows = groups.flatMap(({ name, houses }) => {
    const isCalm = isCalmGroup(houses);
    const isKnownNew = name !== '' && isCalm && areAllNew(houses);
    return houses.map((house, index): [string, RowInGroup] => {
      const above = houses[index - 1];
      return [
        house.houseId,
        {
          heading: name && !above && <GroupHeading text={name} isDay={group === 'day'} isAllNew={isKnownNew} />,
          isCalm,
          isKnownNew,
          timeAbove: group === 'day' ? above && timeOfNews(above) : undefined,
          isInDay: group === 'day',
        },
      ];
    });
  });
  return <HouseList {...list} houses={groups.flatMap(({ houses }) => houses)} rows={new Map(rows)} />;
}

interface GroupHeadingProps {
  text: string;
  isDay: boolean;
  isAllNew: boolean;
}

/** The heading of a group of houses, which its first row shows. */
const GroupHeading = ({ text, isDay, isAllNew }: GroupHeadingProps) => (
  <div className={styles.heading}>
    <span lang={isDay ? undefined : 'zh-Hans'}>{text}</span>
    {isAllNew && <span className={styles.aside}> · all new</span>}
  </div>
);
