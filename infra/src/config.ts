import { readFileSync } from 'node:fs';
import type { Node } from 'constructs';
import { ModelSettings, ProviderSettings } from 'shared-types/contract/model';
import { SpendingLimits } from 'shared-types/contract/spending';
import { parseSchedule } from 'shared-types/rules/schedule';
import * as z from 'zod';
import { Adopted, TableName, tableOwners } from './adopted.ts';
import { ConfiguredStack, ImageName, PinnedImage } from './game-server/settings.ts';
import { limits } from './limits.ts';
import { OperatorError } from './operator/terminal.ts';

const domainName = z
  .string()
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'must be as play.example.org');
const HostedZoneId = z.string().regex(/^Z[A-Z0-9]+$/);

const SiteDomain = z.strictObject({
  name: domainName,
  /** CloudFront takes certificates of this one region only. */
  certificateArn: z
    .string()
    .regex(/^arn:aws[\w-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/, 'must be the ARN of a certificate in us-east-1'),
  /** The Route 53 zone that gets the records of the domain; null when its records are kept elsewhere. */
  hostedZoneId: HostedZoneId.nullable(),
});

const findRepeated = (names: readonly string[]) => names.find((name, index) => names.indexOf(name) !== index);

/** Everything that may differ between deployments. Its values are the context of cdk.json. */
export const AppConfig = z.strictObject({
  /** The place of the deployment. With null the credentials and the region of the environment decide. */
  aws: z.strictObject({
    /** A deployment with the credentials of another account is refused. */
    account: z
      .string()
      .regex(/^\d{12}$/, 'must be the 12 digits of an account')
      .nullable(),
    region: z
      .string()
      .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be like eu-central-1')
      .nullable(),
    /** The profile of ~/.aws that the commands use. */
    profile: z.string().min(1).nullable(),
  }),
  /** The site's own texts and picture. The web build reads them too. */
  site: z.strictObject({
    /** Shown in the top bar and the browser's tab. */
    title: z.string().min(1),
    /** Shown under the footer's banner. */
    name: z.string().min(1),
    /** The path of a picture in web/public, or null for the drawing that comes with the site. */
    banner: z.string().nullable(),
    /** The credit line of the banner. */
    credit: z.string(),
    /** The site's own domain; null leaves it at the address that CloudFront gives it. `npm run setup` writes this. */
    domain: SiteDomain.nullable(),
    /** The web ACL of AWS WAF in front of the site; null for none. CloudFront takes only a global one, which is kept in us-east-1. */
    webAclArn: z
      .string()
      .regex(
        /^arn:aws[\w-]*:wafv2:us-east-1:\d{12}:global\/webacl\/[\w-]{1,128}\/[\da-f-]{36}$/,
        'must be the ARN of a global web ACL in us-east-1',
      )
      .nullable(),
  }),
  /** The email address of the owner's account, which may invite people and end their sessions; null for no owner. */
  owner: z.email().nullable(),
  google: z.strictObject({
    /** The id of the OAuth client in Google's console; null turns sign-in with Google off. */
    clientId: z.string().min(1).nullable(),
    /**
     * The address that Google sends people back to, when it is not the site's own; null is the site's own. Google's console
     * needs it followed by /api/auth/google/oauth2.
     */
    origin: z
      .string()
      .regex(/^https?:\/\/[^/]+$/, 'must be like https://host')
      .nullable(),
    /** The email addresses of the Google accounts that may sign in. With an empty list, none may. */
    users: z.array(z.email()).max(50),
    issuer: z.url({ protocol: /^https?$/ }),
    authorizationEndpoint: z.url({ protocol: /^https?$/ }),
    tokenEndpoint: z.url({ protocol: /^https?$/ }),
    revocationEndpoint: z.url({ protocol: /^https?$/ }),
    jwksUri: z.url({ protocol: /^https?$/ }),
  }),
  listing: z
    .strictObject({
      /** The scheme and host of the listing site, as in https://bj.lianjia.com. A community id does not say its city. */
      origin: z.url({ protocol: /^https?$/ }),
      /** The shortest time between two requests to the site. Up to half of it is added at random. */
      paceMs: z.int().nonnegative().max(600_000),
      /** A house counts as removed when two complete readings at least this far apart both miss it. */
      removalGapMs: z.int().nonnegative(),
      /** A community that was read less than this ago is not read again. */
      minIntervalMs: z.int().nonnegative(),
      /** The daily limit of pages, counted in the time zone below. */
      requestsPerDay: z.int().positive(),
      /** The number of refreshes that one person may start in a day of UTC. The schedule's own do not count. */
      refreshesPerDay: z.strictObject({ person: z.int().positive(), site: z.int().positive() }),
      /** The times of the scheduled refresh, as EventBridge Scheduler's cron(…), in the time zone below. */
      refreshSchedule: z.string(),
      /** An IANA name such as Asia/Shanghai. */
      timeZone: z.string(),
      /** The SecureString parameter whose value is sent to the site as a cookie, as in /home-page/listing-cookie; null for none. */
      cookieParameter: z
        .string()
        .regex(/^\/[\w./-]+$/)
        .nullable(),
    })
    .superRefine(({ refreshSchedule, timeZone }, context) => {
      try {
        parseSchedule(refreshSchedule, timeZone).nextAfter(0);
      } catch (error) {
        context.addIssue({ code: 'custom', path: ['refreshSchedule'], message: String(error) });
      }
    }),
  news: z.strictObject({
    /** The address from which SES mails news to people who ask for it; null offers no emails. */
    mailFrom: z.email().nullable(),
    /** The proxy of requests to the services of people's channels. Only the local cloud has one. */
    outsideProxy: z.url({ protocol: /^http$/ }).nullable(),
    /** The site's address in links. Null for that of its distribution, which the local site does not have. */
    origin: z.url().nullable(),
  }),
  chat: z
    .strictObject({
      /** The address of OpenAI, or of any compatible server (Ollama, vLLM, …), with its version, as in /v1. */
      baseUrl: z.url({ protocol: /^https?$/ }),
      /** The name of the main provider on screen. */
      providerName: z.string().min(1).max(40).default('OpenAI'),
      /** Models in addition to the product's own. One with the same code replaces it. */
      models: z.array(ModelSettings),
      /** The providers in addition to the main one. Their models are in the same menu. */
      providers: z.array(ProviderSettings).max(10).default([]),
      /** The model of a new conversation. When it is retired, its replacement is used. */
      defaultModel: z.string().min(1),
      /** The number of earlier messages that a new conversation sends along with a question. */
      defaultMemorySize: z.int().min(1).max(100),
      /** The system prompt that every model gets first; null sends none. */
      systemPrompt: z.string().max(2000).nullable(),
      /** The code of one of the models here, which writes the titles of new conversations; null keeps the first line of the question. */
      titleModel: z.string().min(1).nullable(),
      /** From 0 (always the likeliest word) to 2; null uses the model's default. Models that refuse it are not sent any. */
      temperature: z.number().min(0).max(2).nullable(),
      /** Limits that cap the cost. */
      limits: z.strictObject({
        /** The daily number of questions per person. */
        messagesPerDay: z.int().positive(),
        /** The number of answers that may be written at the same time per person. */
        answersAtOnce: z.int().min(1).max(10),
        /** The maximum length of one answer in tokens, reasoning included. */
        outputTokens: z.int().positive(),
      }),
      /** The limits on tokens and dollars. An answer that may exceed one of them is refused before the provider is asked. */
      spending: SpendingLimits,
    })
    .superRefine(({ providerName, models, providers, titleModel, limits: { outputTokens }, spending }, context) => {
      const refuse = (path: string[], message: string) =>
        context.addIssue({ code: 'custom', path: ['spending', ...path], message });
      const all = [...models, ...providers.flatMap((provider) => provider.models)];
      const sameCode = findRepeated(all.map(({ code }) => code));
      const sameName = findRepeated([providerName, ...providers.map(({ name }) => name)]);
      for (const [what, repeated] of [['model', sameCode] as const, ['provider', sameName] as const])
        if (repeated !== undefined)
          context.addIssue({ code: 'custom', path: ['providers'], message: `has the ${what} ${repeated} twice` });
      if (titleModel !== null && all.every(({ code }) => code !== titleModel))
        context.addIssue({
          code: 'custom',
          path: ['titleModel'],
          message: 'must be the code of one of the models here, or null for no titles',
        });
      for (const [name, limit] of Object.entries(spending.person)) {
        const ofSite = Object.entries(spending.site).find(([other]) => other === name)?.[1] ?? 0;
        if (limit > ofSite) refuse(['person', name], `must not exceed site.${name}`);
      }
      if (outputTokens > spending.person.tokensPerDay)
        refuse(['person', 'tokensPerDay'], 'must have room for limits.outputTokens');
      for (const { code, pricePerMillion } of all)
        if (((pricePerMillion?.output ?? 0) * outputTokens) / 1_000_000 > spending.person.dollarsPerDay)
          refuse(['person', 'dollarsPerDay'], `must have room for one answer of ${code}`);
    }),
  stacks: z.strictObject({
    /** The game servers that the site may start, restart and stop; none is fine. The site can reach no other CloudFormation stack. */
    configured: z
      .array(ConfiguredStack)
      .max(25, 'may have 25 stacks at most, because the policies of their roles have no room for more')
      .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'must have different names'),
    /** The people who may start, restart and stop stacks besides the owner, by email address: 'everyone' who is signed in, or a list. */
    users: z.union([z.literal('everyone'), z.array(z.email()).max(50)]),
    /** The license of the game, which the owner accepts on the page of a stack before the first start; null for a game without one. */
    license: z
      .strictObject({ name: z.string().min(1).max(100), url: z.url({ protocol: /^https$/ }).max(300) })
      .nullable(),
    /** The number of stacks that may run at the same time. */
    maxRunningStacks: z.int().positive(),
    /** The hours that servers may run in a calendar month: those that one person has started, and all. */
    hoursPerMonth: z
      .strictObject({ person: z.int().positive(), site: z.int().positive() })
      .refine(({ person, site }) => person <= site, { path: ['person'], message: 'must not exceed site' }),
    /** The letter of the availability zone of the servers and their worlds. `npm run setup` chooses it, and worlds do not move. */
    zoneLetter: z.string().regex(/^[a-f]$/),
    /** The image of Minecraft Bedrock servers at Docker Hub: owner/name:tag. */
    serverImage: ImageName,
    /** The digest of `serverImage`, which `npm run setup` reads; null starts the image that the tag names on that day. */
    pinnedImage: PinnedImage.nullable(),
    /** The image of Minecraft Java servers, and its digest, likewise. */
    javaImage: ImageName.default('itzg/minecraft-server:latest'),
    pinnedJavaImage: PinnedImage.nullable().default(null),
    /** The Route 53 zone in which each server gets a name, as bedrock-survival.play.example.org; null uses addresses only. */
    zone: z
      .strictObject({
        hostedZoneId: HostedZoneId,
        domain: domainName,
      })
      .nullable(),
  }),
  operations: z.strictObject({
    /** The email address that gets alarms and budget warnings; null means the owner's. */
    alarmsTo: z.email().nullable(),
    /** The monthly budget of the whole AWS account in US dollars. A mail warns at 80 % and when the forecast exceeds it. */
    monthlyBudget: z.number().positive(),
    /** The account's quota of Lambda's concurrent executions in this region: 10 in a new account. */
    concurrentExecutions: z.int().min(limits.concurrentExecutions),
    /** The versions of the secret between edge and API: the edge sends the first, and a rotation makes a second valid. */
    originVerify: z.strictObject({ sent: z.int().positive(), alsoGood: z.int().positive().nullable() }),
    /** A browser that is not used for this number of days is signed out. A sign-in lasts 30 days at most. */
    sessionIdleDays: z.int().min(1).max(30),
    /** The audit trail: how many days it keeps an event, and whether with a coarse network or the full address. */
    audit: z.strictObject({ days: z.int().min(1).max(3650), addresses: z.enum(['coarse', 'full']) }),
    /** Names of tables that were restored to a point in time, by domain. They are used in place of the stack's own. */
    restoredTables: z.partialRecord(tableOwners, TableName),
    /** Whether the stack, its tables and its user pool refuse to be deleted. It is off until a first deployment has succeeded. */
    protected: z.boolean(),
    /** The parts that an earlier deployment kept, for using them again; null begins with new ones. */
    adopted: Adopted.nullable(),
    /** The repository and branch at GitHub whose workflow may deploy the site; null allows none. */
    deployFrom: z
      .strictObject({
        repository: z.string().regex(/^[\w-]+\/[\w.-]+$/, 'must be like owner/repository'),
        branch: z.string().regex(/^[\w./-]+$/, 'must be the name of a branch'),
        /** Whether this AWS account has GitHub's OIDC provider already. It can have only one. */
        providerExists: z.boolean(),
      })
      .nullable(),
  }),
});
export type AppConfig = z.infer<typeof AppConfig>;

const sections = z.keyof(AppConfig).options;

/**
 * Reads the configuration from the app's context: cdk.json with the overrides of the command line, and over it `own`, the
 * values of site.json. Throws when it is invalid.
 */
export function readConfig(node: Node, own: Record<string, unknown> = {}): AppConfig {
  const context = Object.fromEntries(sections.map((name) => [name, node.tryGetContext(name)]));
  return parseConfig(mergeSections(context, own));
}

/** Throws an OperatorError that names each wrong value. */
export function parseConfig(context: Record<string, unknown>): AppConfig {
  const given = AppConfig.safeParse(context);
  if (given.success) return given.data;
  throw new OperatorError(`The context in cdk.json is invalid.\n${z.prettifyError(given.error)}`);
}

const Section = z.record(z.string(), z.unknown());

/** Replaces single values of the sections, one level deep. */
export function mergeSections(context: Record<string, unknown>, own: Record<string, unknown>) {
  const merged = Object.entries(own).map(([name, value]) => {
    const [before, after] = [Section.safeParse(context[name]), Section.safeParse(value)];
    return [name, before.success && after.success ? { ...before.data, ...after.data } : value] as const;
  });
  return { ...context, ...Object.fromEntries(merged) };
}

/** Returns the context of cdk.json, for building the app without the CDK's command line. */
export const cdkContext = (): Record<string, unknown> =>
  z
    .object({ context: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'))).context;
