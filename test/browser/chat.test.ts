import { afterAll, beforeAll, describe } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { type Site, startSite } from '../support/site.ts';
import { journey } from './chat/journey.ts';
import { keeping } from './chat/keeping.ts';
import { reading } from './chat/reading.ts';
import { views } from './visit.ts';

let browser: Browser;
let site: Site;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startSite()]);
  await site.control('/model', { mode: 'fast' });
}, 120_000);
afterAll(async () => {
  await browser.close();
  await site.stop();
});

const stage = () => ({ browser, site });
const [desk, telephone] = views;

describe('the chat at a desk', () => {
  journey(stage, desk, 'Ann');
});
describe('the chat on a telephone', () => {
  journey(stage, telephone, 'Bo');
});
describe('what is sent', () => {
  keeping(stage);
});
describe('what is shown', () => {
  reading(stage);
});
