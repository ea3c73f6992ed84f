import { expect, test as base } from '../fixtures/test.ts';
import { attacks, startForeignSite } from './attacks.ts';

const test = base.extend<{ foreign: Awaited<ReturnType<typeof startForeignSite>> }>({
  foreign: async ({}, use) => {
    const foreign = await startForeignSite();
    await use(foreign);
    foreign.close();
  },
});

test.describe('the content security policy', () => {
  test.use({ breaksPolicy: true, otherOrigins: /^(http:\/\/127\.0\.0\.1|ws:\/\/127\.0\.0\.1|blob:|data:)/ });

  test('blocks every attack from inside a page, and reports it', async ({ page, site, foreign, complaints }) => {
    await page.goto('/auth');
    await expect(page.getByText('cognito|').first()).toBeVisible();
    const reports = complaints.cspReports;
    expect(reports).toEqual([]);
    const all = attacks(foreign.origin, site.origin);
    for (const { name, report, script } of all) {
      const before = reports.length;
      // A text that may not become HTML or a script throws where it is tried.
      const refusal = await page.evaluate(`(() => { try { ${script} } catch (error) { return error.name } })()`);
      expect([undefined, 'TypeError']).toContain(refusal);
      await expect
        .poll(() => reports.slice(before).some((each) => each.startsWith(report)), { message: `${name}: ${report}` })
        .toBe(true);
    }
    expect(reports.filter((each) => !all.some(({ report }) => each.startsWith(report)))).toEqual([]);
    expect(await page.evaluate('window.broken')).toBeUndefined();
    const before = reports.length;
    expect(
      await page.evaluate(`(() => { try { document.body.innerHTML = '<p>text</p>' } catch { return 'thrown' } })()`),
    ).toBe('thrown');
    // The page still waits for the navigation of the form, so `toHaveURL` would wait as well.
    expect(new URL(page.url()).pathname).toBe('/auth');
    expect(foreign.reached).toEqual([]);
    // Reports arrive in their order, so none comes after this one.
    await expect.poll(() => reports.length).toBeGreaterThan(before);
    reports.length = 0;
  });

  test('keeps a page out of the frames of other sites', async ({ page, site, foreign }) => {
    foreign.show(`<iframe src="${site.origin}/auth"></iframe>`);
    await page.goto(foreign.origin);
    // Chromium puts this document in the place of a page that it may not show.
    await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/');
  });
});
