import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, jest } from '@jest/globals';
import { AppConfig, cdkContext } from 'infra/config';
import type { SiteFile } from 'infra/site-file';
import * as z from 'zod';
import { keptRecord } from '../support/account/kept-record.ts';
import { runApp } from '../support/aws/template.ts';

// Each case is a synthesis of its own, and one of them runs CloudFormation's checks as well.
jest.setTimeout(600_000);

const account = '123456789012';
const domain = {
  name: 'home.example.org',
  certificateArn: `arn:aws:acm:us-east-1:${account}:certificate/1-2-3`,
  hostedZoneId: 'Z0123456789ABCDEFGHIJ',
};
const elsewhere = { account, region: 'eu-central-1', profile: 'home' };
const adopted = keptRecord();
const { serverImage } = AppConfig.shape.stacks.parse(cdkContext()['stacks']);

const cases: [string, SiteFile][] = [
  ['nothing', {}],
  ['a domain', { site: { domain } }],
  ['a domain that is managed elsewhere', { site: { domain: { ...domain, hostedZoneId: null } } }],
  ['another region', { aws: elsewhere }],
  ['everything adopted', { operations: { adopted } }],
  [
    'all of it, protected',
    {
      aws: elsewhere,
      owner: 'ann@example.org',
      site: {
        domain,
        webAclArn: `arn:aws:wafv2:us-east-1:${account}:global/webacl/home/473e64fd-f30b-4765-81a0-62ad96dd167a`,
      },
      google: { clientId: '1-a.apps', users: ['ann@example.org'] },
      stacks: { zoneLetter: 'c' },
      operations: { alarmsTo: 'ann@example.org', protected: true, adopted },
    },
  ],
];

const Resources = z.object({ Resources: z.record(z.string(), z.unknown()) });

describe('npx cdk synth', () => {
  it.each(cases)('with %s prints no finding and stays within CloudFormation’s limits', (name, site) => {
    const folder = mkdtempSync(join(tmpdir(), 'configuration-'));
    const siteFile = join(folder, 'site.json');
    const outdir = join(folder, 'cdk.out');
    try {
      writeFileSync(siteFile, JSON.stringify(site));
      // The checks of AWS Solutions run in each case, CloudFormation's slow ones in the last.
      const CDK_VALIDATION = String(name === cases.at(-1)?.[0]);
      expect(runApp(outdir, { SITE_FILE: siteFile, CDK_VALIDATION })).toBe('');
      const template = join(outdir, 'HomePage.template.json');
      // docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html
      expect(statSync(template).size).toBeLessThan(1_000_000);
      const { Resources: resources } = Resources.parse(JSON.parse(readFileSync(template, 'utf8')));
      expect(Object.keys(resources).length).toBeLessThanOrEqual(500);
      expect(readdirSync(outdir).filter((each) => each.endsWith('.template.json'))).toHaveLength(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('takes the account and the region of site.json, whatever the shell says', () => {
    const folder = mkdtempSync(join(tmpdir(), 'configuration-'));
    const siteFile = join(folder, 'site.json');
    writeFileSync(siteFile, JSON.stringify({ aws: elsewhere }));
    const outdir = join(folder, 'cdk.out');
    runApp(outdir, { SITE_FILE: siteFile, CDK_DEFAULT_REGION: 'us-west-2', CDK_DEFAULT_ACCOUNT: '999999999999' });
    const manifest: unknown = JSON.parse(readFileSync(join(outdir, 'manifest.json'), 'utf8'));
    expect(manifest).toMatchObject({ artifacts: { HomePage: { environment: `aws://${account}/eu-central-1` } } });
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['warns until the image of the game servers is pinned', {}, true],
    ['does not warn once it is', { pinnedImage: { image: serverImage, digest: `sha256:${'5c'.repeat(32)}` } }, false],
    [
      'warns when another image was chosen since',
      { pinnedImage: { image: 'owner/other:1', digest: `sha256:${'5c'.repeat(32)}` } },
      true,
    ],
  ])('%s', (_, stacks, warns) => {
    const folder = mkdtempSync(join(tmpdir(), 'configuration-'));
    const siteFile = join(folder, 'site.json');
    writeFileSync(siteFile, JSON.stringify({ stacks }));
    const outdir = join(folder, 'cdk.out');
    runApp(outdir, { SITE_FILE: siteFile });
    const files = readdirSync(outdir).filter((each) => each.endsWith('.json'));
    const warned = files.filter((each) => readFileSync(join(outdir, each), 'utf8').includes('home-page:server-image'));
    expect(warned.length > 0).toBe(warns);
    rmSync(folder, { recursive: true });
  });

  it.each([
    [
      'with a value that belongs in cdk.json',
      '{"chat":{"baseUrl":"https://example.org"}}',
      /site\.json is invalid\. Other values than these belong in cdk\.json\.\n.*chat/,
    ],
    ['that is not JSON', '{"owner": }', /site\.json is not JSON\. SyntaxError: /],
  ])('refuses a site.json %s', (_, content, sentence) => {
    const folder = mkdtempSync(join(tmpdir(), 'configuration-'));
    const siteFile = join(folder, 'site.json');
    writeFileSync(siteFile, content);
    expect(() => runApp(folder, { SITE_FILE: siteFile })).toThrow(sentence);
    rmSync(folder, { recursive: true });
  });
});

describe('site.domain', () => {
  const deployed = AppConfig.parse(cdkContext());
  it.each([
    { name: 'home' },
    { name: 'https://home.example.org' },
    // CloudFront takes certificates of us-east-1 only.
    { certificateArn: `arn:aws:acm:eu-central-1:${account}:certificate/1-2-3` },
  ])('refuses %j', (wrong) => {
    const site = { ...deployed.site, domain: { ...domain, ...wrong } };
    const { error } = AppConfig.safeParse({ ...deployed, site });
    expect(error?.issues[0]?.path).toEqual(['site', 'domain', Object.keys(wrong)[0]]);
  });
});
