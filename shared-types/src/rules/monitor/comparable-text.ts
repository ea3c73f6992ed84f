/**
 * Makes texts equal that tell the same in another style, so that a site which changes the style of all its rows edits no house:
 * marks that are not seen, spaces, units of area, decimals that are 0, dashes, and the separators and the order of the parts.
 */
export const comparableText = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Cc}\s]+/gu, '')
    .replace(/平方米|平米|m2|(?<=\d)平方?(?!\p{L})/giu, '平米')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(/(?<![\d.])(\d+)\.0+(?!\d)|(?<![\d.])(\d+\.\d*[1-9])0+(?!\d)/g, '$1$2')
    .replace(/\p{Pd}/gu, '-')
    .split(/[|/·•・]/u)
    .filter(Boolean)
    .toSorted()
    .join('|');
