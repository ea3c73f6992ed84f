/**
 * What the demo site can be told to do.
 * `change` puts some changes into every community at once, each time it is asked for, and they stay; otherwise it is `normal`.
 * `remove` takes some houses off for as long as it lasts; they are back with any other mode. The rest breaks every page but the index.
 */
export const listingModes = ['normal', 'change', 'remove', 'captcha', 'login', 'forbidden', 'slow', 'garbled'] as const;
export type ListingMode = (typeof listingModes)[number];

export const isListingMode = (mode: unknown): mode is ListingMode => listingModes.some((each) => each === mode);
