import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const css = readFileSync(new URL('../../../../web/src/ui/tokens.css', import.meta.url), 'utf8');

const themes = ['light', 'dark'] as const;
const colors = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, light, dark]) => [
    name,
    { light, dark },
  ]),
);

/** Returns the relative luminance of a color: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string, theme: (typeof themes)[number]): number {
  const [dark = 0, light = 0] = [one, other]
    .map((name) => luminance(colors.get(name)?.[theme] ?? ''))
    .toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['paper', 'raised', 'unread'];

describe.each(themes)('the %s colors', (theme) => {
  it.each(
    ['ink', 'soft', 'accent', 'done', 'failed'].flatMap((name) => grounds.map((ground) => [name, ground] as const)),
  )('make text in %s readable on %s (WCAG 1.4.3)', (name, ground) =>
    expect(contrast(name, ground, theme)).toBeGreaterThanOrEqual(4.5),
  );

  it('make changed text readable (WCAG 1.4.3)', () =>
    expect(contrast('changed-ink', 'changed', theme)).toBeGreaterThanOrEqual(4.5));

  it.each(['edge', 'unread-dot'].flatMap((name) => grounds.map((ground) => [name, ground] as const)))(
    'make a field, a dot or a star in %s visible on %s (WCAG 1.4.11)',
    (name, ground) => expect(contrast(name, ground, theme)).toBeGreaterThanOrEqual(3),
  );
});
