import { readFileSync } from 'node:fs';
import type { Node } from 'constructs';
import { scheduleOf } from 'shared-types/schedule';
import * as z from 'zod';

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
        scheduleOf(refreshSchedule, timeZone).nextAfter(0);
      } catch (error) {
        context.addIssue({ code: 'custom', path: ['refreshSchedule'], message: String(error) });
      }
    }),
});
export type AppConfig = z.infer<typeof AppConfig>;

const sections = z.keyof(AppConfig).options;

/** The configuration in an app's context: cdk.json's, and what the command line overrides. */
export const configOf = (node: Node): AppConfig =>
  AppConfig.parse(Object.fromEntries(sections.map((name) => [name, node.tryGetContext(name)])));

/** cdk.json's context, for those who build the app without the CDK's own command line. */
export const cdkContext = (): Record<string, unknown> =>
  z
    .object({ context: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(readFileSync(new URL('../../cdk.json', import.meta.url), 'utf8'))).context;
