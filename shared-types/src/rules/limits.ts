// Forms show these limits, and the schemas of the contract check them. They live here because the browser bundles no zod.

/** The length of one question in the chat, in UTF-16 units. */
export const maxMessageLength = 32_000;

/** The length of a conversation's title, in UTF-16 units. */
export const maxTitleLength = 200;

/** The number of messages that the model remembers. */
export const maxMemorySize = 100;

/** The number of houses in one batch call. */
export const maxHousesPerBatch = 500;

/** The length of the note on an invitation, in UTF-16 units. */
export const maxInvitationNoteLength = 60;

/** The bytes of a page of the listing site that a user hands in: as they are sent, compressed, and after unpacking. */
export const maxPageBytes = { sent: 1_000_000, unpacked: 5_000_000 };
