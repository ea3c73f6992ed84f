/**
 * `npm run invite` makes an invitation code for one person. The invitation is for the site that runs on this machine;
 * without one, or with `-- --deployed`, it is for the deployed site.
 */
import * as z from 'zod';
import { localAddress, localOrigin } from './local-site.ts';

const Invitation = z.object({ code: z.string(), expiresAtMs: z.number() });

const isLocal = !process.argv.includes('--deployed');
const answer = isLocal
  ? await fetch(`${localOrigin}/_local/invitations`, { method: 'POST' }).catch(() => undefined)
  : undefined;

if (answer?.ok) print(Invitation.parse(await answer.json()), localAddress);
else if (answer) {
  fail(
    `What runs at ${localAddress} makes no invitations (it answered ${answer.status}). Another port: PORT=…, the deployed site: -- --deployed`,
  );
} else {
  const { inviteToDeployedSite } = await import('infra/operator/invite');
  const { sentenceOf } = await import('infra/operator/terminal');
  await inviteToDeployedSite().then(
    (invitation) => print(invitation, 'the deployed site'),
    (error: unknown) =>
      fail(`${isLocal ? `No site runs at ${localAddress} (another port: PORT=…). ` : ''}${sentenceOf(error)}`),
  );
}

function print({ code, expiresAtMs }: z.infer<typeof Invitation>, site: string) {
  const end = new Date(expiresAtMs).toISOString().slice(0, 16).replace('T', ' ');
  console.log(`${code}\nFor one person, at ${site}, until ${end} UTC`);
}

function fail(why: string) {
  console.error(why);
  process.exitCode = 1;
}
