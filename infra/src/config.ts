import { readFileSync } from 'node:fs';
import type { Node } from 'constructs';
import { ModelSettings } from 'shared-types/contract/model';
import { parseSchedule } from 'shared-types/rules/schedule';
import * as z from 'zod';

/** The parts of the site that keep a table. */
const tableOwners = z.enum(['sessions', 'auth', 'ljmonitor', 'chat', 'stack']);

/** Everything that may differ between deployments. It stands in the context of cdk.json. */
export const AppConfig = z.strictObject({
  /** Words and pictures of the site itself; the web build reads them too. */
  site: z.strictObject({
    /** In the top bar and the browser's tab. */
    title: z.string().min(1),
    /** Under the footer's banner. */
    name: z.string().min(1),
    /** Path of a picture in web/public, or null for the drawing that comes with the site. */
    banner: z.string().nullable(),
    /** Who made the banner. */
    credit: z.string(),
  }),
  /** Whose account may invite people and end their sessions: the e-mail address it was made with; null for nobody's. */
  owner: z.email().nullable(),
  google: z.strictObject({
    /** Of the OAuth client in Google's console; null where nobody signs in with Google. */
    clientId: z.string().min(1).nullable(),
    /** Where the site is, as the deployment prints it. Google's console must know it with /api/auth/google/oauth2 behind. */
    origin: z.string().regex(/^https?:\/\/[^/]+$/, 'must be like https://host'),
    /** The Google accounts that may come in, by their e-mail addresses. An empty list lets nobody in. */
    users: z.array(z.email()).max(50),
    issuer: z.url({ protocol: /^https?$/ }),
    authorizationEndpoint: z.url({ protocol: /^https?$/ }),
    tokenEndpoint: z.url({ protocol: /^https?$/ }),
    revocationEndpoint: z.url({ protocol: /^https?$/ }),
    jwksUri: z.url({ protocol: /^https?$/ }),
  }),
  listing: z
    .strictObject({
      /** Where communities are read from: scheme and host, as in https://bj.lianjia.com. A community id does not tell its city. */
      origin: z.url({ protocol: /^https?$/ }),
      /** The shortest time between two requests to the site; up to half as much again is added at random. */
      paceMs: z.int().nonnegative().max(600_000),
      /** Two readings that both miss a house say that it is gone when they are at least this far apart. */
      removalGapMs: z.int().nonnegative(),
      /** A community read less than this ago is not read again. */
      minIntervalMs: z.int().nonnegative(),
      /** The most pages to ask for in a day, counted in the time zone below; 0 for as many as it takes. */
      requestsPerDay: z.int().nonnegative(),
      /** When all communities are read, as EventBridge Scheduler's cron(…), in the time zone below. */
      refreshSchedule: z.string(),
      /** As in Asia/Shanghai. */
      timeZone: z.string(),
      /** The SecureString parameter that the site is shown as a cookie, as in /home-page/listing-cookie; null for none. */
      cookieParameter: z
        .string()
        .regex(/^\/[\w./-]+$/)
        .nullable(),
      /** Who is told by mail of a refresh that found something; null for nobody. */
      digestTo: z.email().nullable(),
    })
    .superRefine(({ refreshSchedule, timeZone }, context) => {
      try {
        parseSchedule(refreshSchedule, timeZone).nextAfter(0);
      } catch (error) {
        context.addIssue({ code: 'custom', path: ['refreshSchedule'], message: String(error) });
      }
    }),
  chat: z.strictObject({
    /** Where models are asked: OpenAI, or any server that speaks like it (Ollama, vLLM, …), with its version, as in /v1. */
    baseUrl: z.url({ protocol: /^https?$/ }),
    /** Models on top of the product's own, or in place of those with the same code. */
    models: z.array(ModelSettings),
    /** Of a new chat, until its own settings say otherwise. When it is retired, its replacement is taken. */
    defaultModel: z.string().min(1),
    /** How many earlier messages a new chat sends along with a question. */
    defaultMemorySize: z.int().min(1).max(100),
    /** Said to every model before anything else, or null for nothing. */
    systemPrompt: z.string().max(2000).nullable(),
    /** From 0, always the likeliest word, to 2; null for the model's own. Models that refuse it are not given any. */
    temperature: z.number().min(0).max(2).nullable(),
    /** What limits the bill. */
    limits: z.strictObject({
      /** Of one person. */
      messagesPerDay: z.int().positive(),
      /** Of one person: answers that are being written. */
      answersAtOnce: z.int().min(1).max(10),
      /** Of one answer, what a model thinks included. */
      outputTokens: z.int().positive(),
    }),
  }),
  stacks: z.strictObject({
    /** The game servers that the site may start, restart and stop. It can reach no other CloudFormation stack. */
    configured: z
      .array(
        z.strictObject({
          /** As CloudFormation will call it; in a zone it is a name between two dots as well. */
          name: z.string().regex(/^[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/, 'must be letters, digits and hyphens'),
          /** Values for parameters of the game's template, by name; what is left out has the template's default. */
          parameters: z.record(z.string(), z.string()),
          /** What an hour of it costs, in US dollars, to be shown beside it; null shows nothing. */
          hourlyPrice: z.number().nonnegative().nullable(),
          /** After so many hours it is stopped, whoever forgot it; 0 is never. */
          maxUptimeHours: z.number().min(0).max(720),
        }),
      )
      .min(1)
      .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'must have different names'),
    /** How many of them may run at the same time; null is all. */
    maxRunningStacks: z.int().positive().nullable(),
    /** The letter of the availability zone with the servers and their worlds. In another one the worlds begin anew. */
    zoneLetter: z.string().regex(/^[a-f]$/),
    /** The Route 53 zone in which each server gets a name, as bedrock-survival.play.example.org; null has addresses only. */
    zone: z
      .strictObject({
        hostedZoneId: z.string().regex(/^Z[A-Z0-9]+$/),
        domain: z.string().regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'must be as play.example.org'),
      })
      .nullable(),
  }),
  operations: z
    .strictObject({
      /** Who is mailed when an alarm goes off, or the budget does; null for nobody. */
      alarmsTo: z.email().nullable(),
      /** In US dollars, of the whole AWS account: its owner is told at 80 % and when a month is bound to end above it; null for none. */
      monthlyBudget: z.number().positive().nullable(),
      /** Versions of the secret between edge and API: the one that the edge sends, and in a rotation another that is good as well. */
      originVerify: z.strictObject({ sent: z.int().positive(), alsoGood: z.int().positive().nullable() }),
      /** Tables that were restored to a point in time, by whose they are: they are used in place of the stack's own. */
      restoredTables: z.partialRecord(tableOwners, z.string().regex(/^[\w.-]{3,255}$/, 'must be the name of a table')),
    })
    .refine(({ alarmsTo, monthlyBudget }) => monthlyBudget === null || alarmsTo !== null, {
      path: ['monthlyBudget'],
      message: 'needs alarmsTo: who would be told?',
    }),
});
export type AppConfig = z.infer<typeof AppConfig>;

const sections = z.keyof(AppConfig).options;

/** The configuration in an app's context: cdk.json's, and what the command line overrides. */
export function readConfig(node: Node): AppConfig {
  const given = AppConfig.safeParse(Object.fromEntries(sections.map((name) => [name, node.tryGetContext(name)])));
  if (given.success) return given.data;
  throw new Error(`The context in cdk.json is not right.\n${z.prettifyError(given.error)}`);
}

/** cdk.json's context, for those who build the app without the CDK's own command line. */
export const cdkContext = (): Record<string, unknown> =>
  z
    .object({ context: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'))).context;
