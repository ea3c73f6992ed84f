import type { BrowserFamily, OperatingSystem } from 'shared-types/rules/audit';

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

/** The first match counts, because Android also calls itself Linux, and an iPhone says that it is like Mac OS X. */
const systems: [OperatingSystem, RegExp][] = [
  ['iOS', /\b(iPhone|iPad|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows NT\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

/** Keeps the name of a system only, without its version, for the same reason. */
export const operatingSystemOf = (userAgent = ''): OperatingSystem =>
  systems.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'other';
