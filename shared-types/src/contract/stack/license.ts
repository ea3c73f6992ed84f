import * as z from 'zod';
import { endpoint, nothing, TimeMs } from '../endpoint.ts';

/** The license of the game, which the owner accepts before its first start. */
export const GameLicense = z.object({
  name: z.string(),
  url: z.url(),
  /** Null until the owner has accepted it. */
  accepted: z.object({ by: z.string(), time: TimeMs }).nullable(),
});
export type GameLicense = z.infer<typeof GameLicense>;

/** The call about the license of the game. */
export const stackLicenseApi = {
  /** Accepts the license that the page has shown. Answers 409 when the site has another one by now. */
  acceptLicense: endpoint('PUT /api/minecraft_bedrock/license', {
    access: 'owner',
    audit: 'licenseAccepted',
    body: z.strictObject({ url: z.string().max(300) }),
    response: nothing,
  }),
};
