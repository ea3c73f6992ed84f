/** The position of a house in the list by update time, from which the next page continues. */
export interface HouseCursor {
  updateTimeMs: number;
  houseId: string;
}
