import type { Browser, Page } from '@playwright/test';
import type { Site } from '../../support/site/site.ts';
import { password } from '../account.ts';
import { type View, visit } from '../visit.ts';

/** Where all chapters of the sign-in take place. */
export type Stage = () => { browser: Browser; site: Site };

export const username = 'ann@example.com';

interface Refused {
  errorCode: string;
  status?: number;
}

/** What is done at a form. */
export function hands(page: Page) {
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const title = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();
  const link = (name: string) => page.getByRole('link', { name, exact: true });

  async function fillPasswords() {
    await field('Password').fill(password);
    await field('Confirm password').fill(password);
  }

  return {
    field,
    press,
    title,
    link,
    fillPasswords,

    signIn: async () => {
      await field('Username').fill(username);
      await field('Password').fill(password);
      await press('Sign In');
    },

    signUp: async () => {
      await press("Don't have an account? Sign Up");
      await field('Invitation code').fill('x');
      await field('Username').fill(username);
      await fillPasswords();
      await press('Sign Up');
    },

    give: async (label: string, button: string) => {
      await field(label).fill('123456');
      await press(button);
    },
  };
}

/** A page whose calls at sign-in are refused as a chapter says, by their names, and accepted where it says nothing. */
export async function refusingPage({ browser, site }: ReturnType<Stage>, view: View) {
  const { page } = await visit(browser, site, view);
  const refused = new Map<string, Refused>();
  await page.route('**/api/auth/cognito/*', (route) => {
    const refusal = refused.get(new URL(route.request().url()).pathname.split('/').at(-1) ?? '');
    if (!refusal) return route.fulfill({ json: {} });
    const { errorCode, status = 400 } = refusal;
    const details = { message: 'no', requestId: 'r-1', totp: 'ABCDEFGHIJKLMNOP', retryAfterSeconds: 90 };
    return route.fulfill({ status, json: { errorCode, ...details } });
  });
  return { page, refused };
}
