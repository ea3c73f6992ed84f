/** The types of pictures that models read. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type PictureType = (typeof pictureTypes)[number];

export const textType = 'text/plain';
export const pdfType = 'application/pdf';
export const fileTypes = [...pictureTypes, textType, pdfType] as const;
export type FileType = (typeof fileTypes)[number];

export const isPictureType = (type: FileType): type is PictureType => pictureTypes.some((each) => each === type);

export const maxFilesPerQuestion = 10;

/** Returns a text with the names of files below it, for a message that has to do without the files themselves. */
export const withFileNames = (text: string, names: readonly string[]) =>
  [text, names.length > 0 && `*Attached: ${names.join(', ')}*`].filter(Boolean).join('\n\n');

/** The length of a file's name, in UTF-16 units. */
export const maxFileNameLength = 255;

/** The bytes of one file, and of all files of a question. */
export const maxFileBytes = 20_000_000;
export const maxQuestionBytes = 30_000_000;

/** The bytes of a text file, and of the text of a PDF, in UTF-8. The model remembers about as much. */
export const maxTextBytes = 400_000;

/** The pixels of a picture. A small file can unpack to a picture that fills the memory of a browser. */
export const maxPixels = 40_000_000;
