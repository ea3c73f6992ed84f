/**
 * The modes of the demo site. `change` applies changes to every community each time it is set, and they stay. `remove`
 * hides some houses while it lasts, and `relist` offers them under other ids, as another agency does. `slide` sells the first
 * house of a list after its first page was shown, so that a house moves over the edge between the pages: a recorded walk of nine
 * pages showed 251 of its 255 houses. `faces` lists one house on the first two pages, with a tag more on the first: recorded in
 * the same walk. `city` ignores the community of a link and lists the whole city, as the real site does when it drops a filter.
 * `login` shows its pages to people who have signed in there, by one click. The other modes break every page except the index.
 */
export const listingModes = [
  'normal',
  'change',
  'remove',
  'relist',
  'slide',
  'faces',
  'city',
  'captcha',
  'login',
  'forbidden',
  'busy',
  'slow',
  'garbled',
] as const;
export type ListingMode = (typeof listingModes)[number];

export const isListingMode = (mode: unknown): mode is ListingMode => listingModes.some((each) => each === mode);
