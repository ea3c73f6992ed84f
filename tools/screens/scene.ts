import type { Page } from '@playwright/test';
import type { Site } from '../../test/support/site/site.ts';
import type { views } from '../../test/e2e/fixtures/views.ts';

export type View = keyof typeof views;

interface Stop {
  page: Page;
  site: Site;
}

/** A state of the site that is worth a picture. */
export interface Scene {
  name: string;
  /** The scenes that it goes on from. They are shown before it, also when no picture of them is wanted. */
  after: readonly string[];
  /** The views of which a picture is taken. */
  views: readonly View[];
  show: (stop: Stop) => Promise<unknown>;
}

export const both = ['desktop', 'phone'] as const;
