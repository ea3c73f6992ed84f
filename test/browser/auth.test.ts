import { describe } from '@jest/globals';
import type { Browser } from '@playwright/test';
import type { Site } from '../support/site/site.ts';
import { back } from './auth/back.ts';
import { journey } from './auth/journey.ts';
import { refusals } from './auth/refusals.ts';
import { openForAll } from './opened.ts';
import { views } from './visit.ts';

let browser: Browser;
let site: Site;
openForAll((opened) => ({ browser, site } = opened));

const stage = () => ({ browser, site });
const [desk, telephone] = views;

describe('the way in', () => {
  journey(stage, desk);
});
describe('going back', () => {
  back(stage, desk);
});
describe('what is refused', () => {
  refusals(stage, telephone);
});
