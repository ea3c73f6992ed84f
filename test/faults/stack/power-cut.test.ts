import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { eventually } from '../../support/eventually.ts';
import { startSite } from '../../support/site/site.ts';
import { stackPage } from '../../support/site/stack-page.ts';

const stackName = 'survival';
const options = {
  dataDir: mkdtempSync(join(tmpdir(), 'power-cut-')),
  env: { STACK_NAMES: stackName, STACK_SPEED: '40' },
};
let site = await startSite(options);
afterAll(async () => {
  await site.stop();
  rmSync(options.dataDir, { recursive: true, force: true });
});

/** Plays on the server, which otherwise stops by itself on a slow machine, and opens its page. */
async function play() {
  await site.control('/players', { stackName, count: 1 });
  return stackPage(site.origin, await site.signIn('Ann'), stackName);
}

// This has a site of its own, because a restart puts its clock back.
describe('a power cut at the local site', () => {
  it('interrupts an action, which continues after the restart', async () => {
    await site.control('/stacks', { mode: 'slow' });
    const before = await play();
    await before.begin('start');
    await eventually(async () => (await before.detail()).awsStackInfo?.stackStatus === 'CREATE_IN_PROGRESS');
    await site.kill();
    site = await startSite(options);
    const after = await play();
    await site.control('/stacks', { mode: 'normal' });
    await site.control('/clock', { advanceMs: 60_000 });
    const { actionLogs, awsStackInfo } = await after.ended();
    expect(actionLogs[0]).toMatchObject({ action: 'START', syncStatus: 'SUCCEEDED' });
    expect(awsStackInfo?.stackStatus).toBe('CREATE_COMPLETE');
    const { calls } = z.object({ calls: z.record(z.string(), z.number()) }).parse(await site.control('/stacks'));
    expect(calls[`CreateStack ${stackName}`]).toBeUndefined();
  });
});
