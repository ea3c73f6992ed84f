import type { Browser } from '@playwright/test';
import type { Site } from '../../support/site/site.ts';
import { views } from '../visit.ts';

/** Where all chapters of the chat take place. Its model answers at once, but where a chapter wants another one. */
export type Stage = () => { browser: Browser; site: Site };

/** A desk of somebody who wants nothing to move: words show as soon as they are there. */
export const reader = { ...views[0], reducedMotion: 'reduce' } as const;
