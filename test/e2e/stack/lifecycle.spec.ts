import { expectGoodLooks } from '../fixtures/looks.ts';
import { expect, test } from './test.ts';

test.describe('a stack', () => {
  test('is two links away from the home page', async ({ page, stack }) => {
    await page.goto('/');
    await expect(page.getByText('none running')).toBeVisible();
    await page.getByRole('navigation', { name: 'Home' }).getByRole('link', { name: 'Stack Manager' }).click();
    await expect(page.getByRole('heading', { name: 'stack list' })).toBeVisible();
    await expect(page.getByText('NOT_FOUND').nth(1)).toBeVisible();
    await page.getByRole('link', { name: 'bedrock-survival' }).click();
    await expect(page.getByRole('heading', { name: 'Stack: bedrock-survival' })).toBeVisible();
    await expect(stack.state('Not running.')).toBeVisible();
    await expect(page).toHaveTitle('Stack: bedrock-survival · my.site');
    await expect(stack.logs).toBeVisible();
  });

  test.describe('a stack on a separate site', () => {
    test.use({ ownSite: true, expectedFailures: [503] });

    test('starts, and shows events as they happen', async ({ page, stack, time, user }) => {
      await stack.open('bedrock-survival');
      await expect(stack.state('Not running.')).toBeVisible();
      await stack.confirm('Start');
      await expect(stack.state('Starting:')).toBeVisible();
      await expect(stack.button('Start')).toHaveAttribute('aria-disabled', 'true');
      await expect(stack.button('Stop')).toHaveAttribute('aria-disabled', 'false');
      await stack.unfold();
      await time.passUntil('Last event:');
      await time.passUntil('AWS::EC2::SecurityGroup');
      const events = await stack.events();
      expect(events).toContainEqual(expect.arrayContaining(['bedrock-survival', 'CREATE_IN_PROGRESS']));
      expect(events).not.toContainEqual(expect.arrayContaining(['bedrock-survival', 'CREATE_COMPLETE']));
      await expectGoodLooks(page);
      await time.passUntil('Running.');
      await time.passUntil('Stop shuts the server down');
      expect(await stack.newestLog.innerText()).toMatch(new RegExp(`START by ${user.name}.*SUCCEEDED`, 's'));
      expect(await stack.events()).toContainEqual(expect.arrayContaining(['bedrock-survival', 'CREATE_COMPLETE']));
      await expect(page.getByRole('region', { name: 'Outputs' })).toContainText('19132');
      await expect(page.getByText(/^Stops at/)).toBeVisible();
    });

    test(
      'is started on the home page, and its address copied, with three taps',
      { tag: '@phone-only' },
      async ({ page, stack, time }) => {
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        await page.goto('/');
        await expect(page.getByText('none running')).toBeVisible();
        await stack.button('Start bedrock-survival').tap();
        await stack.dialog.getByRole('button', { name: 'Confirm' }).tap();
        await time.passUntil(':19132');
        await expectGoodLooks(page);
        await stack.button('Copy').tap();
        await expect(stack.button('Copied')).toBeVisible();
        expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/:19132$/);
      },
    );

    test('is named on the home page while it runs', { tag: '@deep' }, async ({ page, start }) => {
      await start('bedrock-survival');
      await page.goto('/');
      await expect(page.getByRole('navigation', { name: 'Home' })).toContainText('1 running of 2 · bedrock-survival');
    });

    test('restarts under one action, and stops', { tag: '@deep' }, async ({ page, stack, time, user, start }) => {
      await start('bedrock-survival');
      await stack.open('bedrock-survival');
      await expect(page.getByText('Stop shuts the server down')).toBeVisible();
      await stack.confirm('Restart');
      await time.passUntil('Restarting: the old server is shutting down first');
      await time.passUntil('Restarting: the server is being created.');
      await time.passUntil('Stop shuts the server down');
      expect(await stack.newestLog.innerText()).toMatch(new RegExp(`RESTART by ${user.name}.*SUCCEEDED`, 's'));
      await stack.confirm('Stop');
      await time.passUntil('Not running.');
      await time.passUntil('Start creates the server');
      expect(await stack.newestLog.innerText()).toMatch(new RegExp(`STOP by ${user.name}.*SUCCEEDED`, 's'));
      expect(await stack.events()).toContainEqual(expect.arrayContaining(['bedrock-survival', 'DELETE_COMPLETE']));
      await expectGoodLooks(page);
    });

    test(
      'says in words why its start has failed',
      { tag: ['@phone-only', '@deep'] },
      async ({ page, stack, time, user, site }) => {
        await site.control('/stacks', { mode: 'createFails' });
        await stack.open('bedrock-creative');
        await expect(stack.state('Not running.')).toBeVisible();
        await stack.confirm('Start');
        await time.passUntil('Start failed: it was rolled back, and nothing is running.');
        await time.passUntil('The last start failed:');
        expect(await stack.newestLog.innerText()).toMatch(new RegExp(`START by ${user.name}.*FAILED`, 's'));
        await expect(page.getByText('ROLLBACK_COMPLETE').first()).toHaveAttribute('data-color', 'green');
        await expectGoodLooks(page);
      },
    );

    test('starts again when the fault is over', { tag: '@deep' }, async ({ page, stack, time, user, site, start }) => {
      await site.control('/stacks', { mode: 'createFails' });
      await start('bedrock-creative');
      await site.control('/stacks', { mode: 'normal' });
      await stack.open('bedrock-creative');
      await expect(page.getByText('The last start failed:')).toBeVisible();
      await stack.confirm('Start');
      await time.passUntil('Starting: the server is being created.');
      await time.passUntil('Stop shuts the server down');
      expect(await stack.newestLog.innerText()).toMatch(new RegExp(`START by ${user.name}.*SUCCEEDED`, 's'));
    });

    test(
      'stops in the middle of a restart, which is aborted',
      { tag: ['@phone-only', '@deep'] },
      async ({ page, stack, time, user, start }) => {
        await start('bedrock-creative');
        await stack.open('bedrock-creative');
        await expect(page.getByText('Stop shuts the server down')).toBeVisible();
        await stack.confirm('Restart');
        await time.passUntil('Restarting: the old server is shutting down first');
        await stack.confirm('Stop');
        await time.passUntil('Start creates the server');
        const { name } = user;
        expect(await stack.logs.innerText()).toMatch(
          new RegExp(`STOP by ${name}.*SUCCEEDED.*RESTART by ${name}.*ABORTED.*Stopped by ${name}`, 's'),
        );
        await expectGoodLooks(page);
      },
    );
  });
});
