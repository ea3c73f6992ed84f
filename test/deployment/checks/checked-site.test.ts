import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { App } from 'aws-cdk-lib';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { AppStack } from 'infra/app-stack';
import { AppConfig, cdkContext } from 'infra/config';

const outdir = mkdtempSync(join(tmpdir(), 'checked-site-'));
afterAll(() => rmSync(outdir, { recursive: true }));

describe('the synthesis of the site', () => {
  it('refuses a recursive loop that is not allowed, and what exceeds a limit of AWS', () => {
    const site = new AppStack(
      new App({ outdir, analyticsReporting: false }),
      'HomePage',
      AppConfig.parse(cdkContext()),
    );
    expect(site.node.validate()).toEqual([]);
    for (const each of site.node.findAll()) {
      if (!(each instanceof CfnFunction)) continue;
      each.recursiveLoop = undefined;
      if (each.node.path === 'HomePage/Chat/Http/Resource')
        each.environment = { variables: { LONG: 'x'.repeat(5000) } };
    }
    expect(site.node.validate()).toEqual([
      'HomePage/LJMonitor/Refresh/Resource sends to its own queue, so it needs recursiveLoop: RecursiveLoop.ALLOW',
      'HomePage/Chat/Generate/Resource sends to its own queue, so it needs recursiveLoop: RecursiveLoop.ALLOW',
      expect.stringMatching(/^The environment of HomePage\/Chat\/Http\/Resource may have 4096 bytes, not \d+$/),
    ]);
  });
});
