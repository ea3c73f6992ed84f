import * as z from 'zod';
import { commonRights, maxPeople, stackRights } from '../../rules/stack/rights.ts';
import { endpoint, nothing, Version } from '../endpoint.ts';

/** The people who may start and stop a server and use its console, besides the owner. */
export const PeopleRights = z.strictObject({
  /** The rights of everyone who is signed in. */
  everyone: z.array(z.enum(commonRights)).max(commonRights.length),
  people: z
    .array(
      z.strictObject({
        email: z
          .string()
          .max(128)
          .regex(
            /^[!-?[-~]{1,64}@[a-z0-9-]{1,60}(\.[a-z0-9-]{1,30}){1,4}$/,
            'must be an email address in small letters',
          ),
        rights: z.array(z.enum(stackRights)).max(stackRights.length),
      }),
    )
    .max(maxPeople),
});
export type PeopleRights = z.infer<typeof PeopleRights>;

/** The calls share a route, so that 25 stacks fit a site: see docs/decisions/0033. */
const route = 'ANY /api/minecraft_bedrock/v2/{stackName}/rights';

/** The calls about the rights of people. */
export const stackRightsApi = {
  /** `version` counts the changes; before the first one, the rights are those of the deployment's configuration. */
  getPeopleRights: endpoint('GET /api/minecraft_bedrock/v2/{stackName}/rights', {
    route,
    access: 'owner',
    response: z.object({ data: PeopleRights.extend({ version: z.int().nonnegative() }) }),
  }),
  /** Replaces the rights of this version. They count from the next call of each person on. */
  setPeopleRights: endpoint('PUT /api/minecraft_bedrock/v2/{stackName}/rights', {
    route,
    access: 'owner',
    isSensitive: true,
    audit: 'rightsChosen',
    body: PeopleRights.extend({ version: Version }),
    response: nothing,
  }),
};
