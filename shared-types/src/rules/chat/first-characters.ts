/** Returns the first UTF-16 units of a text, without half of a surrogate pair at the end. */
export const firstCharacters = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
