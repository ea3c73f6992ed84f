import type { HousePages } from '../../houses/house-pages.ts';

/** Removes the houses of a community. A page may become empty here, which does not end the list. */
export const dropCommunity = (resblockId: string) => (data: HousePages | undefined) =>
  data && { ...data, pages: data.pages.map((page) => page.filter((house) => house.resblockId !== resblockId)) };
