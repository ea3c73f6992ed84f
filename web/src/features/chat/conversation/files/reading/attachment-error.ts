/** The reason why a file cannot be attached, as a sentence. */
export class AttachmentError extends Error {}
