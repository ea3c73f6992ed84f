import type { Answer } from 'shared-types/contract/api';
import { createInvitation, mailedCode } from '../../test/support/site/accounts.ts';
import { owner } from '../../test/support/credentials.ts';
import { signInContext } from '../../test/e2e/fixtures/accounts.ts';
import { AuthPage } from '../../test/e2e/pages/auth-page.ts';
import { both, type Scene } from './scene.ts';

interface Month {
  chat: Answer<'GET /api/costs/chat'>;
  ljmonitor: Answer<'GET /api/costs/ljmonitor'>;
  stack: Answer<'GET /api/costs/stack'>;
}

/** The usage of a month, as the tools report it. */
const november: Month = {
  chat: {
    month: '2026-11',
    answers: 214,
    spending: {
      day: { tokens: 41_200, tokenLimit: 3_000_000, dollars: 0.14, dollarLimit: 5 },
      month: { tokens: 1_048_650, tokenLimit: 30_000_000, dollars: 3.34, dollarLimit: 40 },
    },
    models: [
      { modelCode: 'gpt-4o', inputTokens: 812_400, outputTokens: 131_050, pricePerMillion: { input: 2.5, output: 10 } },
      { modelCode: 'o3-mini', inputTokens: 64_300, outputTokens: 40_900, pricePerMillion: null },
    ],
    newModels: [],
  },
  ljmonitor: { month: '2026-11', pages: 1932 },
  stack: {
    month: '2026-11',
    hourLimit: 120,
    stacks: [
      { stackName: 'bedrock-survival', hours: 41.5, actions: 22, hourlyPrice: 0.027 },
      { stackName: 'bedrock-creative', hours: 0, actions: 0, hourlyPrice: 0.027 },
    ],
  },
};

const tools = ['chat', 'ljmonitor', 'stack'] as const;

const newcomer = 'newcomer@example.com';

export const accountScenes: Scene[] = [
  {
    name: 'account',
    after: [],
    views: ['phone'],
    async show({ page }) {
      await page.goto('/auth');
      await page.getByText('This browser', { exact: true }).waitFor();
    },
  },
  {
    name: 'account-news',
    after: [],
    views: ['desktop', 'phone'],
    async show({ page }) {
      await page.goto('/auth');
      await page.getByRole('button', { name: 'Channels' }).click();
      await page.getByLabel('Email address').waitFor();
    },
  },
  {
    name: 'account-owner',
    after: [],
    views: ['desktop'],
    async show({ page, site }) {
      const auth = new AuthPage(page);
      await signInContext(page.context(), site, 'dan@home.example');
      await signInContext(page.context(), site, owner);
      await page.goto('/auth');
      for (const name of ['Dan', '小明, from the chess club']) {
        await auth.field('Name').fill(name);
        await auth.button('Create link').click();
        await auth.button(`Revoke invitation ${name}`).waitFor();
      }
      await page.getByText('dan@home.example').click();
      await page
        .getByRole('button', { name: /^End session/ })
        .last()
        .waitFor();
      await page.getByRole('heading', { name: 'Owner tools' }).evaluate((heading) => heading.scrollIntoView());
    },
  },
  {
    name: 'costs',
    after: [],
    views: ['desktop'],
    async show({ page, site }) {
      await signInContext(page.context(), site, owner);
      for (const tool of tools)
        await page.route(`**/api/costs/${tool}`, (route) => route.fulfill({ json: november[tool] }));
      await page.goto('/costs');
      await page.getByText('this month so far').waitFor();
      await page.getByRole('link', { name: 'owner', exact: true }).waitFor();
      await page.unroute('**/api/costs/*');
      await signInContext(page.context(), site, 'Ann');
    },
  },
];

export const signInScenes: Scene[] = [
  {
    name: 'sign-in',
    after: [],
    views: both,
    async show({ page }) {
      await page.context().clearCookies();
      await page.goto('/ljmonitor');
      await new AuthPage(page).google.waitFor();
    },
  },
  {
    name: 'sign-up-errors',
    after: ['sign-in'],
    views: both,
    async show({ page }) {
      const auth = new AuthPage(page);
      await auth.cognito.click();
      await auth.button("Don't have an account? Sign Up").click();
      await auth.field('Username').fill('bo');
      await auth.field('Password').fill('abc4');
      await auth.field('Confirm password').fill('abc');
      await auth.field('Invitation code').focus();
      await page.getByText('password not match').waitFor();
    },
  },
  {
    name: 'mfa-setup',
    after: ['sign-up-errors'],
    views: ['desktop'],
    async show({ page, site }) {
      const auth = new AuthPage(page);
      await auth.field('Invitation code').fill(await createInvitation(site));
      await auth.field('Username').fill(newcomer);
      await auth.fillNewPassword();
      await auth.button('Sign Up').click();
      await auth.field('Confirmation code').waitFor();
      await auth.submitCode('Confirmation code', 'Confirm Sign Up', await mailedCode(site, newcomer));
      await auth.button('Sign In Page').click();
      await auth.button('Sign In').click();
      await page.getByRole('img', { name: 'QR code' }).waitFor();
    },
  },
];
