/**
 * `npm run invite` makes an invitation code for one person. The invitation is for the site that runs on this machine;
 * without one, or with `-- --deployed`, it is for the deployed site.
 */
import * as z from 'zod';
import { localAddress, postToLocalSite } from './local-site.ts';

const Invitation = z.object({ code: z.string(), expiresAtMs: z.number() });
type Invitation = z.infer<typeof Invitation>;

try {
  const isLocal = !process.argv.includes('--deployed');
  const answer = isLocal ? await postToLocalSite('invitations') : undefined;
  if (answer) print(await invitationIn(answer), localAddress);
  else print(await inviteToDeployed(isLocal), 'the deployed site');
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function invitationIn(answer: Response): Promise<Invitation> {
  const { data: invitation } = Invitation.safeParse(await answer.json().catch(() => undefined));
  if (answer.ok && invitation) return invitation;
  throw new Error(
    `What runs at ${localAddress} makes no invitations (it answered ${answer.status}). Another port: PORT=…, the deployed site: -- --deployed`,
  );
}

async function inviteToDeployed(wasLocalMeant: boolean): Promise<Invitation> {
  const { inviteToDeployedSite } = await import('infra/operator/invite');
  const { sentenceOf } = await import('infra/operator/terminal');
  try {
    return await inviteToDeployedSite();
  } catch (error) {
    const before = wasLocalMeant ? `No site runs at ${localAddress} (another port: PORT=…). ` : '';
    throw new Error(`${before}${sentenceOf(error)}`, { cause: error });
  }
}

function print({ code, expiresAtMs }: Invitation, site: string) {
  const end = new Date(expiresAtMs).toISOString().slice(0, 16).replace('T', ' ');
  console.log(`${code}\nFor one person, at ${site}, until ${end} UTC`);
}
