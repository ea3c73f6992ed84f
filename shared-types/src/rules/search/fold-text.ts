/** Makes texts comparable without case and without the difference of full-width and half-width characters. */
export const foldText = (text: string) => text.normalize('NFKC').toLowerCase();
