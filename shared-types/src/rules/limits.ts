// Forms show these limits, and the schemas of the contract check them. They live here because the browser bundles no zod.

/** The length of one question in the chat, in UTF-16 units. */
export const maxMessageLength = 32_000;

/** The length of a conversation's title, in UTF-16 units. */
export const maxTitleLength = 200;

/** The length of a system prompt, in UTF-16 units. */
export const maxSystemPromptLength = 8_000;

/** The number of conversations that one person can pin. */
export const maxPinnedConversations = 20;
/** The length of a persona's name, in UTF-16 units. */
export const maxPersonaNameLength = 60;

/** The length of one message that is imported, in UTF-16 units. A longer one becomes several. */
export const maxImportedLength = 50_000;

/** The number of messages and other versions of one conversation in a call that imports. DynamoDB takes a hundred writes at once. */
export const maxImportedMessages = 90;

/** The number of versions of an answer that are kept beside the shown one. The oldest makes room. */
export const maxKeptVersions = 5;

/** The messages of a fork are copied while its user waits. */
export const maxForkedMessages = 2_000;

/** The number of conversations in a call that imports. */
export const maxImportedConversations = 100;

/** The number of files in a call that imports. They are copied while it waits, as those of one question are. */
export const maxImportedFiles = 10;

/** The time for which the server holds the first poll of an answer that has no words yet, in milliseconds. */
export const maxHoldMs = 900;

/** The number of messages that the model remembers. */
export const maxMemorySize = 100;

/** The number of houses in one batch call. */
export const maxHousesPerBatch = 500;

/** The length of the note on an invitation, in UTF-16 units. */
export const maxInvitationNoteLength = 60;

/** The number of houses that one address names. The links of each one of them are read, with their sales and separations. */
export const maxHousesOfQuery = 30;

/** The bytes of a page of the listing site that a user hands in: as they are sent, compressed, and after unpacking. */
export const maxPageBytes = { sent: 1_000_000, unpacked: 5_000_000 };

/** The length of the note on a house, in UTF-16 units. */
export const maxHouseNoteLength = 500;

/** The length of a search for houses or messages, in UTF-16 units. */
export const maxSearchLength = 100;

/** Names a limit in megabytes, as in '30 MB'. */
export const megabytes = (bytes: number) => `${bytes / 1_000_000} MB`;
