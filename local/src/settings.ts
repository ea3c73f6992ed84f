import { resolve } from 'node:path';
import { Adopted } from 'infra/adopted';
import { AppConfig, cdkContext } from 'infra/config';
import { limits } from 'infra/limits';
import { ProviderSettings } from 'shared-types/contract/model';
import * as z from 'zod';
import { stacksNamed } from './named-stacks.ts';
import { StartError } from './startup/start-error.ts';

/** The letter of the zone that the parameters of this machine have. */
export const localZoneLetter = 'a';

/** A provider as in `chat.providers`, with its key in place of the parameter that holds it. */
const LocalProvider = ProviderSettings.omit({ keyParameter: true }).extend({ key: z.string().min(1) });
type LocalProvider = z.infer<typeof LocalProvider>;

/** Parses the JSON of a setting, as in `operations.adopted`. */
const jsonOf = <Schema extends z.ZodType>(setting: string, schema: Schema) =>
  z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue({ code: 'custom', message: `must be the JSON of ${setting}` });
        return z.NEVER;
      }
    })
    .pipe(schema);

const RestoredTables = AppConfig.shape.operations.shape.restoredTables;

const unsetWhenEmpty = (value: unknown) => (value === '' ? undefined : value);
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(unsetWhenEmpty, schema.optional());

const wholeNumber = (form: RegExp, error: string) => optional(z.string().regex(form, error).transform(Number));
const milliseconds = wholeNumber(/^\d{1,9}$/, 'must be a number of milliseconds');

/** This value turns the titles off. */
const noTitles = 'none';

const address = optional(z.url({ protocol: /^https?$/, error: 'must be like https://host/path' }));

const Environment = z.object({
  PORT: optional(
    z
      .string()
      .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
      .transform(Number)
      .refine((port) => port <= 65_535, 'must be a number from 0 to 65535'),
  ),
  DATA_DIR: optional(z.string()),
  LISTING_ORIGIN: optional(
    z
      .url({ protocol: /^https?$/, error: 'must be like https://host or http://host:port' })
      .transform((url) => new URL(url))
      .refine(({ pathname, search, hash }) => pathname === '/' && search === '' && hash === '', 'must have no path')
      .transform(({ origin }) => origin),
  ),
  LISTING_CITY: optional(z.string().regex(/^[a-z]{1,20}$/, 'must be the short name of a city, like bj')),
  LISTING_PACE_MS: milliseconds,
  LISTING_REMOVAL_GAP_MS: milliseconds,
  LISTING_MIN_INTERVAL_MS: milliseconds,
  OPENAI_BASE_URL: optional(z.url({ protocol: /^https?$/, error: 'must be like https://host/v1' })),
  OPENAI_API_KEY: optional(z.string()),
  CHAT_DEFAULT_MODEL: optional(z.string()),
  CHAT_TITLE_MODEL: optional(z.string().transform((code) => (code === noTitles ? null : code))),
  CHAT_PROVIDERS: optional(jsonOf('providers, each with its name, baseUrl, key and models', z.array(LocalProvider))),
  GOOGLE_CLIENT_ID: optional(z.string()),
  GOOGLE_CLIENT_SECRET: optional(z.string()),
  GOOGLE_USERS: optional(
    z
      .string()
      .regex(/^[^\s,@]+@[^\s,@]+(,[^\s,@]+@[^\s,@]+)*$/, 'must be email addresses with commas between them')
      .transform((users) => users.toLowerCase().split(',')),
  ),
  GOOGLE_ISSUER: address,
  GOOGLE_AUTHORIZATION_ENDPOINT: address,
  GOOGLE_TOKEN_ENDPOINT: address,
  GOOGLE_REVOCATION_ENDPOINT: address,
  GOOGLE_JWKS_URI: address,
  STACK_NAMES: optional(
    z
      .string()
      .regex(
        /^[A-Za-z][A-Za-z0-9-]*(:java)?(,[A-Za-z][A-Za-z0-9-]*(:java)?)*$/,
        'must be names with commas between them',
      )
      .transform((names) => [...new Set(names.split(','))]),
  ),
  STACK_SPEED: optional(
    z
      .string()
      .regex(/^\d{1,4}(\.\d+)?$/, 'must be a number')
      .transform(Number)
      .refine((speed) => speed > 0, 'must be more than 0'),
  ),
  ADOPTED: optional(jsonOf('operations.adopted', Adopted)),
  RESTORED_TABLES: optional(jsonOf('operations.restoredTables', RestoredTables)),
  LOCAL_CONCURRENCY: wholeNumber(/^[1-9]\d{0,3}$/, 'must be a number from 1 to 9999'),
  LOCAL_LICENSE: optional(z.literal('ask', 'must be ask')),
  LOCAL_ROUTE_RATE: wholeNumber(/^[1-9]\d{0,5}$/, 'must be a number from 1 to 999999'),
  LISTING_COOKIE: optional(z.string().regex(/^[\x20-\x7e]+$/, 'must be a Cookie header as a browser sends it')),
});

export interface Settings {
  port: number;
  dataDir: string;
  /** Delete the site's data at the start. */
  fresh: boolean;
  /** Undefined for the built-in demo city. */
  listingOrigin: string | undefined;
  listing: Partial<AppConfig['listing']>;
  /** Undefined for the built-in model. */
  model: ModelAccess | undefined;
  /** Other models in place of those of cdk.json, which the built-in model answers for. */
  providers: LocalProvider[] | undefined;
  /** The models of new conversations and of titles; undefined for those of cdk.json, and null for no titles. */
  defaultModel: string | undefined;
  titleModel: string | null | undefined;
  google: {
    /** The email addresses that may sign in with Google. Undefined for the defaults of the fake or of cdk.json. */
    users: string[] | undefined;
    /** Undefined for the built-in fake. */
    client: GoogleClient | undefined;
  };
  /** Undefined for the stacks in cdk.json. A name that ends in ':java' is that of a stack with Minecraft Java. */
  stackNames: string[] | undefined;
  /** The factor by which stacks are faster than in AWS. */
  stackSpeed: number;
  /** Lambda's concurrent executions. The default is the quota of a new account. */
  concurrency: number;
  /** The requests in a second that each throttled route takes; undefined for those of the deployed site. */
  routeRate: number | undefined;
  /** The game's license has to be accepted, as on a deployed site. The stand-in of the game has none. */
  asksForLicense: boolean;
  /** The parts that an earlier deployment in this data directory kept. */
  adopted: Adopted | undefined;
  /** The tables of this data directory that are used in place of the template's own, by domain. */
  restoredTables: AppConfig['operations']['restoredTables'];
  /** SecureStrings of this start. They are never stored. */
  secrets: Record<string, string>;
}

/** A client of Google or of a compatible server. */
interface GoogleClient {
  settings: Partial<AppConfig['google']>;
  secret: string;
}

/** The address and key of a language model. */
export interface ModelAccess {
  baseUrl: string;
  key: string;
}

/** Reads the environment and the command line. Throws a `StartError` for the first mistake. */
export function readSettings(environment: NodeJS.ProcessEnv, commandLine: string[]): Settings {
  const unknown = commandLine.find((word) => word !== '--fresh');
  if (unknown !== undefined) throw new StartError(`Unknown option ${unknown}. The only option is --fresh.`);
  const { data, error } = Environment.safeParse(environment);
  if (!data) {
    const [issue] = error.issues;
    const name = String(issue?.path[0]);
    const given = /COOKIE|SECRET|PROVIDERS/.test(name) ? '' : `, not "${environment[name]}"`;
    throw new StartError(`${name} ${issue?.message}${given}.`);
  }
  const city = data.LISTING_CITY === undefined ? undefined : `https://${data.LISTING_CITY}.lianjia.com`;
  const listingOrigin = data.LISTING_ORIGIN ?? city;
  return {
    port: data.PORT ?? 3000,
    dataDir: resolve(data.DATA_DIR ?? '.local'),
    fresh: commandLine.includes('--fresh'),
    listingOrigin,
    secrets: data.LISTING_COOKIE === undefined ? {} : { [cookieParameter]: data.LISTING_COOKIE },
    listing: {
      // The local site has its own cookie, not the deployed site's.
      cookieParameter: data.LISTING_COOKIE === undefined ? null : cookieParameter,
      ...(isOnThisMachine(listingOrigin) ? localPace : {}),
      ...given('paceMs', data.LISTING_PACE_MS),
      ...given('removalGapMs', data.LISTING_REMOVAL_GAP_MS),
      ...given('minIntervalMs', data.LISTING_MIN_INTERVAL_MS),
    },
    model: modelAccess(data.OPENAI_BASE_URL, data.OPENAI_API_KEY),
    providers: data.CHAT_PROVIDERS,
    // Every server has Chat Completions, and few have the Responses API, by which the default of cdk.json is asked.
    defaultModel: data.CHAT_DEFAULT_MODEL ?? (data.OPENAI_BASE_URL ? 'gpt-4o' : undefined),
    // Another server has other models.
    titleModel: data.CHAT_TITLE_MODEL === undefined && data.OPENAI_BASE_URL ? null : data.CHAT_TITLE_MODEL,
    google: { users: data.GOOGLE_USERS, client: googleClient(data) },
    stackNames: data.STACK_NAMES,
    adopted: data.ADOPTED,
    restoredTables: data.RESTORED_TABLES ?? {},
    stackSpeed: data.STACK_SPEED ?? defaultStackSpeed,
    concurrency: data.LOCAL_CONCURRENCY ?? limits.concurrentExecutions,
    routeRate: data.LOCAL_ROUTE_RATE,
    asksForLicense: data.LOCAL_LICENSE === 'ask',
  };
}

/** The email address of the owner's account. */
export const owner = 'owner@home.example';

/** The address that the local site mails news from. */
const newsFrom = 'news@home.example';

const cookieParameter = '/home-page/listing-cookie';

/** A self-hosted server rarely needs a key, so it is optional. */
function modelAccess(baseUrl: string | undefined, key: string | undefined): ModelAccess | undefined {
  if (baseUrl === undefined && key === undefined) return undefined;
  return { baseUrl: baseUrl ?? AppConfig.parse(cdkContext()).chat.baseUrl, key: key ?? 'none' };
}

function googleClient(data: z.infer<typeof Environment>): GoogleClient | undefined {
  if (data.GOOGLE_CLIENT_ID === undefined) return undefined;
  if (data.GOOGLE_CLIENT_SECRET === undefined) throw new StartError('GOOGLE_CLIENT_ID needs GOOGLE_CLIENT_SECRET.');
  const { GOOGLE_TOKEN_ENDPOINT: tokenEndpoint, GOOGLE_USERS: users } = data;
  // The other addresses of a compatible server are derived from its token endpoint.
  const besideTokenEndpoint = (path: string) => tokenEndpoint && new URL(path, tokenEndpoint).href;
  const settings = {
    clientId: data.GOOGLE_CLIENT_ID,
    users,
    issuer: data.GOOGLE_ISSUER ?? (tokenEndpoint && new URL(tokenEndpoint).origin),
    authorizationEndpoint: data.GOOGLE_AUTHORIZATION_ENDPOINT ?? besideTokenEndpoint('/authorize'),
    tokenEndpoint,
    revocationEndpoint: data.GOOGLE_REVOCATION_ENDPOINT ?? besideTokenEndpoint('/revoke'),
    jwksUri: data.GOOGLE_JWKS_URI ?? besideTokenEndpoint('/jwks'),
  };
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return { settings: Object.fromEntries(given), secret: data.GOOGLE_CLIENT_SECRET };
}

/** Four times as fast as AWS is fast enough to wait for and slow enough to watch. */
const defaultStackSpeed = 4;

/** A listing site on this machine needs no rate limit. The pace is just slow enough to show progress. */
const localPace = { paceMs: 150, removalGapMs: 0, minIntervalMs: 0 };

const isOnThisMachine = (origin: string | undefined) =>
  origin === undefined || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(origin).hostname);

/** Returns the parameter of the key of a provider of this start. */
export const localKeyParameter = (name: string) => `/home-page/provider-${Buffer.from(name).toString('hex')}-key`;

/** The addresses of the services outside the site. */
interface OutsideAddresses {
  listingOrigin: string;
  modelUrl: string;
  outsideProxy: string;
  /** The address of this site. */
  newsOrigin: string;
  google: Partial<AppConfig['google']>;
}

/** Returns the configuration of this site where it differs from cdk.json. */
export function configFor(
  {
    adopted,
    restoredTables,
    google,
    listing,
    providers,
    defaultModel,
    titleModel,
    stackNames,
    asksForLicense,
  }: Settings,
  { listingOrigin, modelUrl, outsideProxy, newsOrigin, ...site }: OutsideAddresses,
): Partial<AppConfig> {
  const deployed = AppConfig.parse(cdkContext());
  return {
    owner,
    listing: { ...deployed.listing, ...listing, origin: listingOrigin },
    news: { mailFrom: newsFrom, outsideProxy, origin: newsOrigin },
    chat: {
      ...deployed.chat,
      baseUrl: modelUrl,
      defaultModel: defaultModel ?? deployed.chat.defaultModel,
      titleModel: titleModel === undefined ? deployed.chat.titleModel : titleModel,
      providers: providers
        ? providers.map(({ name, baseUrl, models }) => ({
            name,
            baseUrl,
            models,
            keyParameter: localKeyParameter(name),
          }))
        : deployed.chat.providers.map((provider) => ({ ...provider, baseUrl: modelUrl })),
    },
    google: { ...deployed.google, ...google.client?.settings, ...site.google },
    stacks: {
      ...(stackNames ? stacksNamed(deployed.stacks, stackNames) : deployed.stacks),
      zoneLetter: localZoneLetter,
      ...(!asksForLicense && { license: null }),
    },
    // The deployed site's own tables, user pool and worlds do not exist on this machine.
    operations: { ...deployed.operations, restoredTables, adopted: adopted ?? null },
  };
}

const given = (name: 'paceMs' | 'removalGapMs' | 'minIntervalMs', value: number | undefined) =>
  value === undefined ? {} : { [name]: value };
