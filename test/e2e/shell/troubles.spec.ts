import type { Locator, Page } from '@playwright/test';
import { expireSessions } from '../../support/site/accounts.ts';
import { signInContext } from '../fixtures/accounts.ts';
import { hearsTabs } from '../fixtures/hears-tabs.ts';
import { expect, maples, test as base, trackedCommunities } from '../monitor/test.ts';
import { ChatPage } from '../pages/chat-page.ts';
import { StackPage } from '../pages/stack-page.ts';

/** A page of a tool, with something that it has loaded and an act of its person. */
interface Place {
  path: string;
  content: Locator;
  act: () => Promise<void>;
  /** What the page says about the act without a connection. */
  saysOffline: RegExp;
  /** A stack that could not be loaded is loaded again only when its person asks for it. */
  waitsForPerson: boolean;
}

const test = base.extend<{ places: Place[]; open: (place: Place) => Promise<void> }>({
  places: async ({ page, user: { call } }, use) => {
    const { sessionId } = await call('POST /api/chat/session/create', { body: { title: 'Gartenplan' } });
    const chat = new ChatPage(page);
    const stack = new StackPage(page);
    await use([
      {
        path: '/ljmonitor',
        content: page.getByText(maples.name).first(),
        // Without a connection the button has no effect but to say so.
        act: () => page.getByRole('button', { name: 'Refresh all' }).click({ force: true }),
        saysOffline: /^You are offline$/,
        waitsForPerson: false,
      },
      {
        path: '/stack/detail?stackName=bedrock-survival',
        content: page.getByRole('heading', { name: 'Stack: bedrock-survival' }),
        act: () => stack.confirm('Start'),
        saysOffline: unreachable,
        waitsForPerson: true,
      },
      {
        path: `/chat?sessionId=${sessionId}`,
        content: page.getByRole('heading', { name: 'Gartenplan' }),
        act: async () => {
          await chat.field.fill('Was blüht im Mai?');
          await chat.send.click();
        },
        saysOffline: unreachable,
        waitsForPerson: false,
      },
    ]);
  },
  open: ({ page }, use) =>
    use(async ({ path, content }) => {
      await page.goto(path);
      await expect(content).toBeVisible();
      await hearsTabs(page);
      // The answer to a call from before would be heard as one of the site that is down.
      await page.waitForLoadState('networkidle');
    }),
});

test.use({ ...trackedCommunities, expectedFailures: [401, 500], cutsOff: true });

const unreachable = /The site could not be reached\./;
const says = (page: Page, text: string) => page.getByText(text, { exact: true });

test('says that the site does not respond, keeps what it shows, and goes on once the site responds', async ({
  page,
  places,
  open,
}) => {
  for (const place of places) {
    await open(place);
    const responds = Promise.withResolvers<void>();
    let isDown = true;
    await page.route('**/api/**', async (route) => {
      if (isDown) return route.fulfill({ status: 500, json: { message: 'Internal Server Error' } });
      await responds.promise;
      return route.fallback();
    });
    await place.act();
    await expect(says(page, 'The site is not responding.')).toBeVisible();
    await expect(place.content).toBeVisible();
    // What the page asks by itself waits for the click, too, or the button would go with the first answer.
    isDown = false;
    if (place.waitsForPerson) await page.getByRole('button', { name: 'Retry now' }).click();
    responds.resolve();
    await expect(says(page, 'The site is not responding.')).toHaveCount(0);
    await expect(place.content).toBeVisible();
    await page.unroute('**/api/**');
  }
});

test('says that it is offline, keeps what it shows, and goes on with a connection', async ({
  page,
  context,
  places,
  open,
}) => {
  for (const place of places) {
    await open(place);
    await context.setOffline(true);
    await expect(says(page, 'You are offline.')).toBeVisible();
    await place.act();
    await expect(page.getByText(place.saysOffline).first()).toBeVisible();
    await expect(place.content).toBeVisible();
    await context.setOffline(false);
    await expect(says(page, 'You are offline.')).toHaveCount(0);
    await expect(place.content).toBeVisible();
  }
});

test('asks for a sign-in when the session has ended, says so, and knows the way back', async ({
  page,
  context,
  site,
  user,
  places,
  open,
}) => {
  for (const place of places) {
    await signInContext(context, site, user.name);
    await open(place);
    await expireSessions(site);
    const isSaid = expect(page.getByRole('alert')).toHaveText(
      'Your session has ended. Sign in to go on where you left off.',
    );
    // A page that hears of it between two clicks has no second one.
    await Promise.race([place.act(), isSaid]);
    await isSaid;
    expect(new URL(page.url()).searchParams.get('redirectUrl')).toBe(place.path);
  }
});
