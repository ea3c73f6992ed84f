import * as z from 'zod';
import { maxWeeklyTimes, quarterOfHour } from '../../rules/stack/weekly-times.ts';
import { endpoint, nothing, TimeMs, Version } from '../endpoint.ts';
import { TimeZone } from '../account/time-zone.ts';

const ClockTime = z.string().regex(quarterOfHour, 'must be a quarter of an hour');

/** The times of each week at which the site starts a server, and stops it. */
export const WeeklyTimes = z.strictObject({
  timeZone: TimeZone,
  times: z
    .array(
      z.strictObject({
        /** 0 is Sunday. */
        days: z.array(z.int().min(0).max(6)).min(1).max(7),
        from: ClockTime.refine((text) => text !== '24:00', 'must be before 24:00'),
        /** A time that is not later than `from` is a time of the next day. */
        until: ClockTime,
      }),
    )
    .max(maxWeeklyTimes),
});
export type WeeklyTimes = z.infer<typeof WeeklyTimes>;

/** A start that the weekly times have asked for and that has not happened. */
export const MissedStart = z.object({ time: TimeMs, reason: z.string() });
export type MissedStart = z.infer<typeof MissedStart>;

/** The calls share a route, so that 25 stacks fit a site: see docs/decisions/0033. */
const route = 'ANY /api/minecraft_bedrock/v2/{stackName}/times';

/** The calls about the weekly times of a stack. */
export const stackTimesApi = {
  /** `version` counts the changes. `by` is empty before the first one. */
  getWeeklyTimes: endpoint('GET /api/minecraft_bedrock/v2/{stackName}/times', {
    route,
    response: z.object({ data: WeeklyTimes.extend({ version: z.int().nonnegative(), by: z.string() }) }),
  }),
  /** Replaces the times of this version. Their server hours are those of the user. A time that has begun already is left out. */
  setWeeklyTimes: endpoint('PUT /api/minecraft_bedrock/v2/{stackName}/times', {
    route,
    body: WeeklyTimes.extend({ version: Version }),
    response: nothing,
    audit: 'weeklyTimesChosen',
  }),
};
