import { gameIds, gameOf } from 'shared-types/rules/stack/game';
import { maxScheduledHours } from 'shared-types/rules/stack-status';
import * as z from 'zod';

export const ImageName = z.string().regex(/^[a-z0-9._-]+\/[a-z0-9._-]+:[\w.-]+$/, 'must be like owner/name:tag');

/** An image, and the digest that its tag had when it was read. */
export const PinnedImage = z.strictObject({ image: z.string(), digest: z.string().regex(/^sha256:[0-9a-f]{64}$/) });

/** A game server in the configuration. */
export const ConfiguredStack = z
  .strictObject({
    /** The name of the CloudFormation stack. In a zone it is a DNS label as well. */
    name: z.string().regex(/^[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/, 'must be letters, digits and hyphens'),
    /** The game that its server runs; Minecraft Bedrock when it is left out. A world cannot change its game. */
    game: z.enum(gameIds).optional(),
    /** Values for parameters of the game's template by name. A parameter that is left out has the template's default. */
    parameters: z.record(z.string(), z.string()),
    /** The price of an hour in US dollars, shown beside the stack; null shows none. */
    hourlyPrice: z.number().nonnegative().nullable(),
    /** The stack is stopped after this many hours; 0 means as late as hoursPerMonth allows, after 30 days at most. */
    maxUptimeHours: z.number().min(0).max(maxScheduledHours),
  })
  .refine(({ game, hourlyPrice }) => gameOf({ game }) === 'bedrock' || hourlyPrice !== null, {
    path: ['hourlyPrice'],
    message:
      'must be a number for every game but Minecraft Bedrock, because everyone should see the price of a larger server',
  });
