/**
 * The modes of the demo site. `change` applies changes to every community each time it is set, and they stay. `remove`
 * hides some houses while it lasts. The other modes break every page except the index.
 */
export const listingModes = ['normal', 'change', 'remove', 'captcha', 'login', 'forbidden', 'slow', 'garbled'] as const;
export type ListingMode = (typeof listingModes)[number];

export const isListingMode = (mode: unknown): mode is ListingMode => listingModes.some((each) => each === mode);
