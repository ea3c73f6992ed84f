import { timeKey } from '../../platform/dynamodb/table.ts';

/** The position of a house in the list by update time, from which the next page continues. */
export interface HouseCursor {
  updateTimeMs: number;
  houseId: string;
}

/** The sort key of a house in the house index, which lists the houses by update time. */
export const cursorKey = ({ updateTimeMs, houseId }: HouseCursor) => `${timeKey(updateTimeMs)}#${houseId}`;
