import { browserFamilies, type BrowserFamily } from 'shared-types/rules/audit';

/** A sign-in keeps its last places, so that a browser that moves between two networks causes one event. */
const maxPlaces = 20;

/** A place is a browser family and a coarse network: see placeOf. */
export function placeParts(place: string) {
  const [browser = '', network = ''] = place.split(' ');
  return { browser, network };
}

const browserIn = (place: string) => placeParts(place).browser;

export const addPlace = (places: readonly string[], place: string): string[] =>
  [...places.filter((each) => each !== place), place].slice(-maxPlaces);

/** Tells what is new about a place; undefined for a known one. */
export function moveTo(place: string, known: readonly string[]): 'browser' | 'network' | undefined {
  if (known.includes(place)) return undefined;
  return known.some((each) => browserIn(each) === browserIn(place)) ? 'network' : 'browser';
}

/** Returns the browser of the last place. */
export function lastBrowser(places: readonly string[]): BrowserFamily {
  const name = browserIn(places.at(-1) ?? '');
  return browserFamilies.find((family) => family === name) ?? 'other';
}
