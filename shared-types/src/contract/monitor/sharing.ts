import * as z from 'zod';
import { EmailAddress } from '../account/email-address.ts';
import { endpoint } from '../endpoint.ts';

/** The person with whom a user wants to share stars. Both see them only when each has named the other. */
const StarSharing = z.object({
  /** The address that the user has named; null for none. */
  email: EmailAddress.nullable(),
  /** The other person's name, once both have named each other. */
  partner: z.string().nullable(),
});

export const sharingApi = {
  getStarSharing: endpoint('GET /api/ljmonitor/sharing', { response: StarSharing }),
  /** Names the person with whom the user wants to share stars, in the place of one named before. */
  shareStars: endpoint('PUT /api/ljmonitor/sharing', {
    body: z.strictObject({ email: EmailAddress }),
    response: StarSharing,
  }),
  /** From then on neither of the two sees the stars of the other. */
  stopSharingStars: endpoint('DELETE /api/ljmonitor/sharing', { response: StarSharing }),
};
