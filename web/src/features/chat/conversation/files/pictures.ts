/** The parts for messages with pictures. One file holds them all, because each further one weighs on the pages that name it. */
export { attach } from './attach.ts';
export { restore } from '../composer/stored-files.ts';
export { AttachmentList } from './attachment-list.tsx';
export { QuestionFiles } from './question-files.tsx';
export { uploadAgain } from './upload-file.ts';
