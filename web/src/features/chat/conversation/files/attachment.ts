import type { ChatFile } from 'shared-types/contract/chat/files';

/** A file as a message is sent with it. */
export interface OutgoingFile extends ChatFile {
  /** The upload with the text of a PDF. */
  textFileId?: string;
  /** The upload has only the start of a text that is too long. */
  isCut?: boolean;
}

/** A file that the next message is sent with. */
export interface Attachment {
  id: string;
  name: string;
  /** A small copy of a picture as a data URL, once the browser has read it. */
  preview?: string;
  /** The share that was uploaded, from 0 to 1. */
  share: number;
  /** Set before the upload begins, so that the next file is counted together with it. */
  size?: { bytes: number; tokens: number | undefined } | undefined;
  /** Set when the upload is complete. */
  file?: OutgoingFile;
  /** The time on the browser's clock when its upload was complete. */
  attachedAtMs?: number;
  error?: string | undefined;
  /** The number of files that were chosen after it and are too many. */
  leftOut?: number;
  /** Ends the upload. */
  cancel: () => void;
  /** Uploads again, unless the file itself is the problem. */
  retry?: (() => void) | undefined;
}
