/** Returns the number of items that messages of an import are stored as: each version of an answer has one of its own. */
export const countItems = (messages: readonly { otherVersions?: readonly unknown[] | undefined }[]) =>
  messages.reduce((sum, { otherVersions = [] }) => sum + 1 + otherVersions.length, 0);
