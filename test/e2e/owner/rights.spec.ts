import { expectGoodLooksInBothViews } from '../fixtures/looks.ts';
import { expect, test } from './test.ts';

test.describe('the rights for a stack', () => {
  test.use({ ownSite: true });

  test('are chosen by the owner, and decide what a person sees', async ({ page, openPage }) => {
    const ann = 'ann@home.example';
    await page.goto('/stack/detail?stackName=bedrock-survival');
    await page.getByText('People and rights', { exact: true }).click();
    await page.getByLabel('Email address of an account').fill(ann);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByLabel(`Stop: ${ann}`).uncheck();
    for (const right of ['Start', 'Stop']) await page.getByLabel(`${right}: Everyone who is signed in`).uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
    await expectGoodLooksInBothViews(page);

    for (const [name, buttons] of [
      [ann, ['Start']],
      ['bob@home.example', []],
    ] as const) {
      const theirs = await openPage(name);
      await theirs.goto('/stack/detail?stackName=bedrock-survival');
      await expect(theirs.getByText('ask the owner for the right')).toBeVisible();
      for (const button of ['Start', 'Restart', 'Stop'])
        await expect(theirs.getByRole('button', { name: button, exact: true })).toHaveCount(
          buttons.some((each) => each === button) ? 1 : 0,
        );
      await expect(theirs.getByText('People and rights')).toHaveCount(0);
      await expectGoodLooksInBothViews(theirs);
    }
  });
});
