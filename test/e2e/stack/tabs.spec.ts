import { hearsTabs } from '../fixtures/hears-tabs.ts';
import { VirtualTime } from '../fixtures/virtual-time.ts';
import { StackPage } from '../pages/stack-page.ts';
import { expect, test } from './test.ts';

test.describe('two tabs of the same person', () => {
  test.use({ ownSite: true });

  test('show an action of the other one at once', async ({ context, site, stack, user }) => {
    const other = await context.newPage();
    const calls: string[] = [];
    other.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(request.url());
    });
    const list = new StackPage(other);
    await other.goto('/stack');
    const card = list.card('bedrock-survival');
    // Nothing happens to this stack, so the other tab has paused its polling.
    await expect(card.getByText('Checked just now · Refresh')).toBeVisible();
    await hearsTabs(other);
    await stack.open('bedrock-survival');
    await stack.confirm('Start');
    await expect(card.getByText('Starting:')).toBeVisible();

    await list.open('bedrock-survival');
    await expect(other.getByText(`Start is in progress (by ${user.name})`)).toBeVisible();
    // From here on the other tab's own clock stands still, so it cannot poll.
    await other.clock.install();
    await other.reload();
    await expect(other.getByText(`Start is in progress (by ${user.name})`)).toBeVisible();
    await other.clock.pauseAt(Date.now() + 1_000);
    await hearsTabs(other);
    // The parts below the state load after it.
    await other.waitForLoadState('networkidle');
    const before = calls.length;
    await stack.confirm('Stop');
    // Its updates need a moment of that clock, which is shorter than the time until its next poll.
    await new VirtualTime(other, site).untilShown(`Stop is in progress (by ${user.name})`);
    // The acting tab asks for the details, and tells them.
    expect(calls.slice(before)).toEqual([]);
  });
});
