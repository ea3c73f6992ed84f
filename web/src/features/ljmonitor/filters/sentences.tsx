import type { ReactNode } from 'react';

export const atLeastRooms = (rangeInput: ReactNode) => <>Rooms {rangeInput} or more</>;
