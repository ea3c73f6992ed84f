import { minuteMs } from 'shared-types/rules/time';
import { addNtfyAndBrowser, allowSubscriptions, tapPushed } from '../fixtures/pushed-messages.ts';
import { expect, test } from '../fixtures/test.ts';
import { siteNow } from '../fixtures/virtual-time.ts';
import { ChatPage } from '../pages/chat-page.ts';
import { openChannels } from '../pages/news-section.ts';
import { StackPage } from '../pages/stack-page.ts';

test.use({ ownSite: true, serviceWorkers: 'allow', permissions: ['notifications'] });

const stackName = 'bedrock-survival';

test('a person who has left is told of an answer and of a server within a minute, by ntfy and in the browser, and opens each by one tap', async ({
  page,
  site,
  user: { call },
}) => {
  await allowSubscriptions(page);
  const channels = await addNtfyAndBrowser(page, site, await openChannels(page));

  const chat = new ChatPage(page);
  const question = 'Is it raining on the sea?';
  await chat.open();
  // No page may show the end of the answer.
  await site.control('/model', { mode: 'slow' });
  await chat.sendMessage(question);
  const askedMs = await siteNow(site);
  await page.goto('/');
  const ofAnswer = await channels.toldOf(question);
  for (const { time } of ofAnswer) expect(time - askedMs).toBeLessThan(minuteMs);
  await tapPushed(page, site, ofAnswer[0]);
  await expect(chat.questions.filter({ hasText: question })).toBeVisible();
  await chat.answered();

  const stack = new StackPage(page);
  const start = async () => {
    await stack.open(stackName);
    await stack.confirm('Start');
    await expect(stack.state('Starting:')).toBeVisible();
    await page.goto('/');
  };
  const lastAction = async () => {
    const { data } = await call('GET /api/minecraft_bedrock/v2/{stackName}/detail', { params: { stackName } });
    return data.actionLogs[0];
  };
  const isFailed = async () => {
    await site.control('/clock', { advanceMs: 5_000 });
    return (await lastAction())?.syncStatus === 'FAILED';
  };
  await site.control('/stacks', { mode: 'createFails' });
  await start();
  await expect.poll(isFailed, { intervals: [500] }).toBe(true);
  const failedMs = (await lastAction())?.syncTime ?? 0;
  const ofFailure = await channels.toldOf(`${stackName}: failed`);
  for (const { time } of ofFailure) expect(time - failedMs).toBeLessThan(minuteMs);
  await tapPushed(page, site, ofFailure[0]);
  await expect(page.getByText(/^The last start failed/)).toBeVisible();

  await site.control('/stacks', { mode: 'normal' });
  await start();
  // A server that is up is looked at once a minute, so only the time of the look is known.
  const isUp = async () => {
    await site.control('/clock', { advanceMs: 30_000 });
    return channels.isToldOf(`${stackName}: up`);
  };
  await expect.poll(isUp, { intervals: [500] }).toBe(true);
  const [pushed] = await channels.toldOf(`${stackName}: up`);
  await tapPushed(page, site, pushed);
  await expect(stack.state('Running.')).toBeVisible();
});
