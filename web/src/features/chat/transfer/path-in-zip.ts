/** The name of a file in a zip must not lead out of its folder. */
const safeName = (name: string) => name.replaceAll(/[\p{Cc}/\\:*?"<>|]/gu, '-');

/** Two conversations may have one title, so each has a name of its own in the zip. */
export const folderOf = (sessionId: string) => sessionId.slice(-6);

/** Returns where the zip of a conversation has a file of a question. Two files may have one name. */
export const pathInZip = (sessionId: string, { fileId, name }: { fileId: string; name: string }) =>
  `files/${folderOf(sessionId)}/${fileId.slice(-6)}-${safeName(name)}`;
