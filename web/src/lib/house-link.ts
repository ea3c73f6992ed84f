import { maxSearchLength } from 'shared-types/rules/limits';

/** Returns the address of the list of houses with this title. */
export const housePage = (title: string) => `/ljmonitor?text=${encodeURIComponent(title.slice(0, maxSearchLength))}`;

/** The state of a link to one house, whose filter is not one that the user has set. */
export const oneHouse = { oneHouse: true };

export const isOfOneHouse = (state: unknown) => typeof state === 'object' && state !== null && 'oneHouse' in state;
