/** The file is no CSV. Its message is for the screen. */
export class UnreadableCsv extends Error {
  override readonly name = 'UnreadableCsv';
}
