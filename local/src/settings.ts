import { resolve } from 'node:path';
import { AppConfig, cdkContext } from 'infra/config';
import * as z from 'zod';
import { StartError } from './cloud.ts';

const unsetWhenEmpty = (value: unknown) => (value === '' ? undefined : value);
const optional = <Schema extends z.ZodType>(schema: Schema) => z.preprocess(unsetWhenEmpty, schema.optional());

const milliseconds = optional(
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a number of milliseconds')
    .transform(Number),
);

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
  LISTING_CITY: optional(z.string().regex(/^[a-z]{1,20}$/, 'must be the short name in front of the site, like bj')),
  LISTING_PACE_MS: milliseconds,
  LISTING_REMOVAL_GAP_MS: milliseconds,
  LISTING_MIN_INTERVAL_MS: milliseconds,
  OPENAI_BASE_URL: optional(z.url({ protocol: /^https?$/, error: 'must be like https://host/v1' })),
  OPENAI_API_KEY: optional(z.string()),
});

export interface Settings {
  port: number;
  dataDir: string;
  /** Forget what the data directory holds. */
  fresh: boolean;
  /** Undefined: the built-in demo city. */
  listingOrigin: string | undefined;
  listing: Partial<AppConfig['listing']>;
  /** Undefined: the built-in stand-in. */
  model: ModelAccess | undefined;
}

/** Where a language model is asked, and with what key. */
export interface ModelAccess {
  baseUrl: string;
  key: string;
}

/** Reads the environment. A mistake in it is one sentence. */
export function readSettings(environment: NodeJS.ProcessEnv, commandLine: string[]): Settings {
  const unknown = commandLine.find((word) => word !== '--fresh');
  if (unknown !== undefined) throw new StartError(`${unknown} is no option here: the only one is --fresh.`);
  const { data, error } = Environment.safeParse(environment);
  if (!data) {
    const [issue] = error.issues;
    const name = String(issue?.path[0]);
    throw new StartError(`${name} ${issue?.message}, not "${environment[name]}".`);
  }
  const city = data.LISTING_CITY === undefined ? undefined : `https://${data.LISTING_CITY}.lianjia.com`;
  const listingOrigin = data.LISTING_ORIGIN ?? city;
  return {
    port: data.PORT ?? 3000,
    dataDir: resolve(data.DATA_DIR ?? '.local'),
    fresh: commandLine.includes('--fresh'),
    listingOrigin,
    listing: {
      ...(isOnThisMachine(listingOrigin) ? atEase : {}),
      ...given('paceMs', data.LISTING_PACE_MS),
      ...given('removalGapMs', data.LISTING_REMOVAL_GAP_MS),
      ...given('minIntervalMs', data.LISTING_MIN_INTERVAL_MS),
    },
    model: modelAccess(data.OPENAI_BASE_URL, data.OPENAI_API_KEY),
  };
}

/** A server of one's own rarely wants a key; OpenAI does. */
function modelAccess(baseUrl: string | undefined, key: string | undefined): ModelAccess | undefined {
  if (baseUrl === undefined && key === undefined) return undefined;
  return { baseUrl: baseUrl ?? AppConfig.parse(cdkContext()).chat.baseUrl, key: key ?? 'none' };
}

/** A site of one's own needs no consideration: just slow enough to see the progress. */
const atEase = { paceMs: 150, removalGapMs: 0, minIntervalMs: 0 };

const isOnThisMachine = (origin: string | undefined) =>
  origin === undefined || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(origin).hostname);

/** What differs from cdk.json's context in this site. */
export function configFor(
  { listing }: Settings,
  { listingOrigin, modelUrl }: { listingOrigin: string; modelUrl: string },
): Partial<AppConfig> {
  const deployed = AppConfig.parse(cdkContext());
  return {
    listing: { ...deployed.listing, ...listing, origin: listingOrigin },
    chat: { ...deployed.chat, baseUrl: modelUrl },
  };
}

const given = (name: 'paceMs' | 'removalGapMs' | 'minIntervalMs', value: number | undefined) =>
  value === undefined ? {} : { [name]: value };
