import { beforeAll, describe } from '@jest/globals';
import type { Browser } from '@playwright/test';
import type { Site } from '../support/site/site.ts';
import { journey } from './chat/journey.ts';
import { keeping } from './chat/keeping.ts';
import { reading } from './chat/reading.ts';
import { revising } from './chat/revising.ts';
import { openForAll } from './opened.ts';
import { views } from './visit.ts';

let browser: Browser;
let site: Site;
openForAll((opened) => ({ browser, site } = opened));
beforeAll(() => site.control('/model', { mode: 'fast' }));

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
describe('what is said again', () => {
  revising(stage);
});
describe('what is shown', () => {
  reading(stage);
});
