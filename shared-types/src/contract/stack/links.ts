import * as z from 'zod';
import { token } from '../../rules/auth/token.ts';
import { gameIds } from '../../rules/stack/game.ts';
import { maxLinkNoteLength } from '../../rules/stack/start-link.ts';
import { endpoint, nothing, TimeMs } from '../endpoint.ts';

/** The reference of a link is the hash of its secret. */
const LinkRef = z.string().regex(/^[0-9a-f]{64}$/, 'is no reference');

/** A link that starts one server, for people without an account. */
export const StartLink = z.object({
  linkRef: LinkRef,
  /** The owner's note about the recipient. */
  note: z.string(),
  createTime: TimeMs,
  expiryTime: TimeMs,
  /** When the link last started the server. */
  lastStartTime: TimeMs.nullable(),
  state: z.enum(['open', 'expired', 'revoked']),
});
export type StartLink = z.infer<typeof StartLink>;

/** A server as the holder of a start link sees it: no names of people, of other servers or of resources. */
export const LinkedServer = z.object({
  stackName: z.string(),
  /** Missing for Minecraft Bedrock. */
  game: z.enum(gameIds).optional(),
  state: z.enum(['off', 'starting', 'up', 'stopping']),
  hasFailed: z.boolean(),
  /** From when on the link may start the server again that is off. Missing when it may now. */
  startableFrom: TimeMs.optional(),
  /** The address and the port of a server that is up. */
  outputs: z.array(z.object({ outputKey: z.string(), outputValue: z.string() })),
  stopsAt: TimeMs.nullable(),
  /** The number of players; null when it is unknown. */
  online: z.int().nonnegative().nullable(),
  expiryTime: TimeMs,
  /** The time of this state while CloudFormation does not tell the present one. */
  outdatedSince: TimeMs.optional(),
});
export type LinkedServer = z.infer<typeof LinkedServer>;

/** The route of the calls of visitors with a link. They share it, so that one throttle bounds both. */
export const startLinkRoute = 'ANY /api/minecraft_bedrock/link/{step}';

const byLink = {
  route: startLinkRoute,
  access: 'public',
  cookies: true,
  // The secret is in the body, because addresses are logged.
  body: z.strictObject({
    stackName: z.string().min(1).max(200),
    secret: z.string().regex(token, 'is no secret of a link'),
  }),
  response: z.object({ data: LinkedServer }),
} as const;

/** The calls about start links. Every refusal of a link has the same answer, whatever is wrong with the link. */
export const stackLinkApi = {
  listStartLinks: endpoint('GET /api/minecraft_bedrock/v2/{stackName}/links', {
    access: 'owner',
    response: z.object({ data: z.array(StartLink) }),
  }),
  /** This is the only answer with the secret. */
  createStartLink: endpoint('POST /api/minecraft_bedrock/v2/{stackName}/links', {
    access: 'owner',
    isSensitive: true,
    audit: 'startLinkCreated',
    body: z.strictObject({
      note: z
        .string()
        .max(maxLinkNoteLength)
        .refine((note) => note.isWellFormed() && !/\p{Cc}/u.test(note), 'must be one line of text'),
      validFor: z.enum(['day', 'week', 'month']),
    }),
    response: z.object({ secret: z.string(), link: StartLink }),
  }),
  revokeStartLink: endpoint('DELETE /api/minecraft_bedrock/v2/{stackName}/links/{linkRef}', {
    access: 'owner',
    audit: 'startLinkRevoked',
    params: { linkRef: LinkRef },
    response: nothing,
  }),
  /** Shows the server, and changes nothing. */
  lookByLink: endpoint('POST /api/minecraft_bedrock/link/look', byLink),
  /** Starts the server unless it is up or starting. */
  startByLink: endpoint('POST /api/minecraft_bedrock/link/start', { ...byLink, audit: 'startLinkUsed' }),
};
