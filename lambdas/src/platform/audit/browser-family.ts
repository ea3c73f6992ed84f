import type { BrowserFamily } from 'shared-types/rules/audit';

/** The first match counts, because Edge and Opera also call themselves Chrome, and Chrome calls itself Safari. */
const families: [BrowserFamily, RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPT|OPiOS)\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|Chromium|CriOS)\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
];

/** Keeps the family of a browser only, because the whole User-Agent would help to recognize a person elsewhere. */
export const browserFamilyOf = (userAgent = ''): BrowserFamily =>
  families.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'other';
