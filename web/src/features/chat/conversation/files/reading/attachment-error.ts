/** The reason why a file cannot be attached, as a sentence. */
export class AttachmentError extends Error {}

export const tooLarge = 'This file is larger than 20 MB.';
