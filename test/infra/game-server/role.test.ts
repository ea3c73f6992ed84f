import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppConfig, cdkContext } from 'infra/config';
import { imageOf } from 'infra/game-server/images';
import { gameServerApp } from 'infra/game-server/template';
import { gameIds } from 'shared-types/rules/stack/game';
import * as z from 'zod';
import { grantsIn } from '../../support/aws/grants.ts';
import { synthesize } from '../../support/aws/template.ts';
import { conditionalMutations, handlerPermissions } from './handler-permissions.ts';

const Template = z.object({
  Resources: z.record(
    z.string(),
    z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
});

const { stacks } = AppConfig.parse(cdkContext());
const zone = { hostedZoneId: 'Z0123456789ABCDEFGHIJ', domain: 'play.example.org' };

function resourcesOf(place: typeof zone | null) {
  const outdir = mkdtempSync(join(tmpdir(), 'game-server-'));
  try {
    return gameIds.flatMap((game) => {
      const { app, stack } = gameServerApp(join(outdir, game), { game, image: imageOf(game, stacks), zone: place });
      return Object.values(Template.parse(app.synth().getStackArtifact(stack.artifactId).template).Resources);
    });
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

describe.each([
  ['without a zone', null],
  ['with a zone', zone],
])("CloudFormation's role for game servers, %s", (_, place) => {
  const resources = resourcesOf(place);

  it('has every action that the handlers of the resources may call', async () => {
    const site = await synthesize({ stacks: { ...stacks, zone: place } });
    const granted = new Set(
      grantsIn(site)
        .filter(({ service, effect }) => service === 'cloudformation.amazonaws.com' && effect === 'Allow')
        .flatMap(({ actions }) => actions),
    );
    const lacking = resources.flatMap(({ Type, Properties }) => {
      const handlers = handlerPermissions[Type];
      if (!handlers) return [`${Type} is missing in handler-permissions.ts`];
      const isExcepted = (action: string) =>
        conditionalMutations[action]?.properties.every((property) => !(property in Properties));
      return [...handlers.create, ...handlers.read, ...handlers.delete]
        .filter((action) => !granted.has(action) && !isExcepted(action))
        .map((action) => `${Type}: ${action}`);
    });
    expect([...new Set(lacking)]).toEqual([]);
    // An exception that the role has meanwhile, or that no handler needs, only hides the next gap.
    const listed = resources.flatMap(({ Type }) => handlerPermissions[Type]?.create ?? []);
    const stale = Object.keys(conditionalMutations).filter((action) => granted.has(action) || !listed.includes(action));
    expect(stale).toEqual([]);
  });
});

describe('the exceptions from the handlers of game servers', () => {
  it('are changes only, never reads', () => {
    const reads = Object.keys(conditionalMutations).filter((action) => /:(Describe|List|Get)/.test(action));
    expect(reads).toEqual([]);
  });
});
