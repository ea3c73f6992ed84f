import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { App, type Stack } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AppStack } from 'infra/app-stack';
import { AppConfig, cdkContext } from 'infra/config';
import { imageOf } from 'infra/game-server/images';
import { gameServerApp } from 'infra/game-server/template';
import { type NagSuppression, gameServerSuppressions, siteSuppressions } from 'infra/nag-suppressions';
import { checkAwsSolutions } from 'infra/nag';
import * as z from 'zod';
import { runApp } from '../support/aws/template.ts';

const Report = z.object({
  pluginReports: z.array(
    z.object({
      pluginName: z.string(),
      violations: z.array(
        z.object({ ruleName: z.string(), violatingConstructs: z.array(z.object({ constructPath: z.string() })) }),
      ),
    }),
  ),
});

/** Returns findings such as 'COG1 at Identity/Pool/Resource'. */
function findingsIn(outdir: string): string[] {
  const { pluginReports } = Report.parse(JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8')));
  expect(pluginReports.map(({ pluginName }) => pluginName)).toContain('AwsSolutions');
  return pluginReports.flatMap(({ violations }) =>
    violations.flatMap(({ ruleName, violatingConstructs }) =>
      violatingConstructs.map(
        ({ constructPath }) => `${ruleName.replace('AwsSolutions-', '')} at ${constructPath.replace(/^\w+\//, '')}`,
      ),
    ),
  );
}

interface Made {
  app: App;
  stack: Stack;
}

/** Returns the findings with only these suppressions, and whether the synthesis fails. */
function findings(make: (outdir: string) => Made, known: NagSuppression[]) {
  const outdir = mkdtempSync(join(tmpdir(), 'nag-'));
  try {
    const { app, stack } = make(outdir);
    checkAwsSolutions(app, stack, known);
    let fails = false;
    try {
      app.synth();
    } catch {
      fails = true;
    }
    return { fails, found: findingsIn(outdir) };
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

const config = AppConfig.parse(cdkContext());
const site = (outdir: string, own: AppConfig = config): Made => {
  const app = new App({ outdir, analyticsReporting: false, builtinCloudFormationValidation: false });
  return { app, stack: new AppStack(app, 'HomePage', own) };
};
const gameServer = (outdir: string): Made =>
  gameServerApp(outdir, { game: 'bedrock', image: imageOf('bedrock', config.stacks), zone: config.stacks.zone });

describe('the synthesis', () => {
  it('finds only what is suppressed and prints nothing', () => {
    const outdir = mkdtempSync(join(tmpdir(), 'nag-'));
    try {
      // This run includes CloudFormation's own checks, which the other tests leave out.
      expect(runApp(outdir, { CDK_VALIDATION: 'true' })).toBe('');
      expect(findingsIn(outdir)).toEqual([]);
    } finally {
      rmSync(outdir, { recursive: true });
    }
  });

  it('fails on a new finding in any configuration', () => {
    const { configured, ...stacks } = config.stacks;
    const another: AppConfig = {
      ...config,
      listing: { ...config.listing, cookieParameter: '/home-page/listing-cookie' },
      news: { ...config.news, mailFrom: 'news@home.example' },
      stacks: {
        ...stacks,
        configured: configured.map((stack) => ({ ...stack, name: `my-${stack.name}` })),
        zone: { hostedZoneId: 'Z0123', domain: 'play.example.org' },
      },
    };
    const withCanary = (outdir: string) => {
      const made = site(outdir, another);
      return { ...made, canary: new Queue(made.stack, 'Canary') };
    };
    expect(findings(withCanary, siteSuppressions(another))).toEqual({
      fails: true,
      found: ['SQS3 at Canary/Resource', 'SQS4 at Canary/Resource'],
    });
  });

  it("finds only what is suppressed in the game server's template", () => {
    expect(findings(gameServer, gameServerSuppressions)).toEqual({ fails: false, found: [] });
  });
});

describe.each([
  ['the site', site, siteSuppressions(config)],
  ['a game server', gameServer, gameServerSuppressions],
])('the suppressions of %s', (_, make, known) => {
  it('are all needed', () => {
    const { fails, found } = findings(make, []);
    expect(fails).toBe(true);
    const explained = ({ at, rules }: NagSuppression) =>
      found.filter((each) => {
        const [rule = '', path = ''] = each.split(' at ');
        return rules.includes(rule) && (typeof at === 'string' ? at === path : at.test(path));
      });
    for (const each of known) {
      const { at, rules } = each;
      expect({ at, rules: new Set(explained(each).map((line) => line.split(' at ')[0])) }).toEqual({
        at,
        rules: new Set(rules),
      });
    }
    expect(new Set(known.flatMap(explained))).toEqual(new Set(found));
  });

  it('have a reason', () => {
    for (const { because } of known) expect(because.length).toBeGreaterThan(40);
  });
});

/** Lists rules such as 'CFR1, IAM5 ×2'. */
const rulesOf = (known: NagSuppression[]) =>
  Object.entries(
    Object.groupBy(
      known.flatMap(({ rules }) => rules),
      (rule) => rule.replace(/\[.*/, ''),
    ),
  )
    .map(([rule, all = []]) => (all.length > 1 ? `${rule} ×${all.length}` : rule))
    .toSorted()
    .join(', ');

describe('the lists of suppressions', () => {
  it('do not grow unnoticed', () => {
    // Four of the IAM5 findings come from the two stacks in cdk.json.
    expect(rulesOf(siteSuppressions(config))).toBe(
      'APIG4, CFR1, CFR2, CFR3, CFR4, COG1, COG8, IAM4, IAM5 ×26, L1, S1 ×5, SF2, VPC7',
    );
    expect(rulesOf(gameServerSuppressions)).toBe('EC23, EC28, EC29');
  });
});
