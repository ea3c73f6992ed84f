import { decodeHTMLStrict } from 'entities/decode';

/** CommonMark has shorter numbers than HTML: spec.commonmark.org/0.31.2/#decimal-numeric-character-references. */
const reference = /&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]*);/g;

/** Decodes character references. The result is text, not HTML. */
export const decodeEntities = (text: string) => text.replaceAll(reference, (each) => decodeHTMLStrict(each));
