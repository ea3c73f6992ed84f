export const notAPicture = 'This file cannot be used. Choose a picture, a text file or a PDF.';
export const emptyFile = 'This file is empty.';
export const tooLongText = 'The text is larger than 400 KB.';
export const slowPdf = 'Reading this PDF takes too long.';
export const lockedPdf = 'This PDF has a password. Save a copy without one.';
export const brokenPdf = 'This PDF is damaged.';
export const tooLongTogether = 'The files have more text than the model can read at once.';
export const pdfWithoutText = (name: string) =>
  `${name} has no text, and this model reads only the text of PDFs. Choose another model, or remove the file.`;
export const tooLarge = 'This file is larger than 20 MB.';
export const tooLargeTogether = 'The files are larger than 30 MB in total.';
export const uploadFailed = 'Could not upload.';
export const tooMany = (max: number, left: number) =>
  `A message can have ${max} files. ${left === 1 ? 'One was' : `${left} were`} left out.`;
export const attachments = 'Attached files';
export const remove = 'Remove';
export const retry = 'Retry';
export const uploading = (name: string) => `Uploading ${name}`;
export const blindModel = 'This model does not support pictures. Choose another model, or remove the pictures.';
