import { password } from '../../support/credentials.ts';
import type { Page } from '@playwright/test';
import { expectGoodLooksInBothViews } from '../fixtures/looks.ts';
import { AuthPage } from '../pages/auth-page.ts';
import { expect, test } from './test.ts';

const linkText = (page: Page) => page.locator('#invitation-link');

/** Makes an invitation link for a name, and returns it. */
async function makeLink(page: Page, name: string) {
  const auth = new AuthPage(page);
  await auth.field('Name').fill(name);
  await auth.button('Create link').click();
  await expect(page.getByRole('listitem').filter({ hasText: name }).getByText('expires')).toBeVisible();
  return (await linkText(page).textContent()) ?? '';
}

test.describe('the owner', () => {
  test.use({ expectedFailures: [401] });

  test('invites a person by a link, and sees who has used it', async ({ page, auth, site, openPage }) => {
    const dan = `dan${Date.now()}@home.example`;
    await page.goto('/auth');
    await auth.expectTitle('Owner tools');
    const link = await makeLink(page, 'Dan');
    expect(link).toMatch(new RegExp(`^${site.origin}/auth/signin/cognito#invitation=[A-Z2-9-]{31}$`));
    await expectGoodLooksInBothViews(page);

    const guest = await openPage();
    const form = new AuthPage(guest);
    await guest.goto(link);
    await form.expectTitle('Sign up');
    expect(link.endsWith(`=${await form.field('Invitation code').inputValue()}`)).toBe(true);
    await form.button('Back').click();
    await form.expectTitle('Sign in');
    expect(guest.url()).toBe(`${site.origin}/auth/signin/cognito`);
    await guest.goto(link);
    await form.field('Username').fill(dan);
    await form.fillNewPassword(password);
    await form.button('Sign Up').click();
    await form.expectTitle('Confirm sign-up');

    await page.reload();
    await expect(page.getByText(`used by ${dan}`)).toBeVisible();
    await expect(linkText(page)).toHaveCount(0);
  });

  test('revokes an invitation', async ({ page, auth }) => {
    await page.goto('/auth');
    await auth.expectTitle('Owner tools');
    await makeLink(page, 'Eve');
    await auth.button('Revoke invitation Eve').click();
    const eve = page.getByRole('listitem').filter({ hasText: 'Eve' });
    await expect(eve.getByText('revoked')).toBeVisible();
    await expect(eve.getByRole('button')).toHaveCount(0);
  });

  test('sees who has an account, and ends one of their sessions', async ({ page, auth, openPage, nextName }) => {
    const guest = `${nextName().toLowerCase()}@home.example`;
    const theirs = await openPage(guest);
    await theirs.goto('/auth');
    await expect(theirs.getByRole('heading', { name: 'Sessions' })).toBeVisible();

    await page.goto('/auth');
    await auth.expectTitle('Owner tools');
    const person = page.locator('details').filter({ hasText: guest });
    await person.locator('summary').click();
    await expectGoodLooksInBothViews(page);
    await person.getByRole('button', { name: /^End session since/ }).click();
    await expect(person.getByText('No active sessions.')).toBeVisible();

    await theirs.reload();
    await new AuthPage(theirs).expectTitle('Sign in');

    await auth.button(`Disable ${guest}`).click();
    await expect(person.getByText('This account cannot sign in.')).toBeVisible();
    await expect(person.locator('summary')).toContainText('disabled');
    await expectGoodLooksInBothViews(page);
    await auth.button(`Enable ${guest}`).click();
    await expect(auth.button(`Disable ${guest}`)).toBeVisible();
    await expect(person.locator('summary')).not.toContainText('disabled');
  });
});

test.describe('another user', () => {
  test('is not shown the owner’s tools, and loads none of them', async ({ openPage, nextName }) => {
    const page = await openPage(`${nextName().toLowerCase()}@home.example`);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const answered = page.waitForResponse('**/api/auth/owner');
    await page.goto('/auth');
    expect(await (await answered).json()).toEqual({ isOwner: false });
    await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
    await expect(page.getByText('Owner tools')).toHaveCount(0);
    expect(asked.filter((path) => /\/api\/auth\/owner\/|\/assets\/.*owner/.test(path))).toEqual([]);
  });
});

test.describe('the owner’s tools, when a call fails,', () => {
  test.use({ expectedFailures: [500] });

  test('say so in their place, and try again when asked to', async ({ page, auth }) => {
    let isBroken = true;
    await page.route('**/api/auth/owner/**', (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { errorCode: 'internal', message: '', requestId: 'r-1' } })
        : route.fallback(),
    );
    await page.goto('/auth');
    for (const text of ['Could not load the invitations.', 'Could not load the accounts.'])
      await expect(page.getByText(text)).toBeVisible();
    await auth.button('Create link').click();
    await expect(page.getByText('Could not create the link.')).toBeVisible();
    isBroken = false;
    await page.getByText('Could not create the link.').getByRole('button', { name: 'retry' }).click();
    await expect(linkText(page)).toBeVisible();
    await expect(page.getByText('Could not create the link.')).toHaveCount(0);
  });
});
