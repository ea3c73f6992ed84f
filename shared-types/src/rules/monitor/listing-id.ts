/** Communities and houses of a listing site are known by 6 to 24 digits. */
export const listingId = /^\d{6,24}$/;
