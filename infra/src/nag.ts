import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, type Stack, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { templateSizeCheck } from './checks/template-size.ts';
import type { AppConfig } from './config.ts';
import { gamesOf, imageOf } from './game-server/images.ts';
import { gameServerApp } from './game-server/template.ts';
import { type NagSuppression, gameServerSuppressions, siteSuppressions } from './nag-suppressions.ts';

/** Fails the synthesis on every finding of AWS Solutions that is not suppressed. */
export function checkAwsSolutions(app: App, stack: Stack, known: NagSuppression[]) {
  for (const construct of stack.node.findAll()) {
    const path = construct.node.path.slice(stack.node.path.length + 1);
    for (const { rules, at, because } of known) {
      if (typeof at === 'string' ? at !== path : !at.test(path)) continue;
      // The id needs the name of the pack, because the CDK takes a bare rule for one of its own.
      for (const rule of rules) {
        Validations.of(construct).acknowledge({ id: `AwsSolutions::AwsSolutions-${rule}`, reason: because });
      }
    }
  }
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}

/** Checks the deployed template when it is synthesized, and the templates of game servers at once. */
export function checkTemplates(app: App, stack: Stack, config: AppConfig) {
  checkAwsSolutions(app, stack, siteSuppressions(config));
  Validations.of(app).addPlugins(templateSizeCheck);
  for (const game of gamesOf(config.stacks)) {
    const outdir = mkdtempSync(join(tmpdir(), 'game-server-'));
    try {
      const server = gameServerApp(outdir, { game, image: imageOf(game, config.stacks), zone: config.stacks.zone });
      checkAwsSolutions(server.app, server.stack, gameServerSuppressions);
      server.app.synth();
    } finally {
      rmSync(outdir, { recursive: true });
    }
  }
}
