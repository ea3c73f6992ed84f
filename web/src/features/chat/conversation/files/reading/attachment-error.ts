/** The reason why a file cannot be attached, as a sentence. */
export class AttachmentError extends Error {}

/** Another browser may read the PDF in time. */
export class SlowPdf extends AttachmentError {
  constructor() {
    super('Reading this PDF takes too long.');
  }
}

export const tooLarge = 'This file is larger than 20 MB.';
