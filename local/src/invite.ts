/**
 * `npm run invite`: an invitation code for one person. When a site runs on this machine the invitation is for that one;
 * without one, or with `-- --deployed`, it is for the deployed site.
 */
import * as z from 'zod';

const Invitation = z.object({ code: z.string(), expiresAtMs: z.number() });

const { PORT = '' } = process.env;
const local = `http://localhost:${PORT === '' ? 3000 : PORT}`;
const answer = process.argv.includes('--deployed')
  ? undefined
  : await fetch(`${local}/_local/invitations`, { method: 'POST' }).catch(() => undefined);

if (answer?.ok) print(Invitation.parse(await answer.json()), local);
else {
  const { inviteToDeployedSite } = await import('infra/invite');
  const invitation = await inviteToDeployedSite().catch((error: unknown) => {
    console.error(
      `No site runs at ${local} (another port: PORT=…), and the deployed one cannot be reached: ${String(error)}`,
    );
    process.exit(1);
  });
  print(invitation, 'the deployed site');
}

function print({ code, expiresAtMs }: z.infer<typeof Invitation>, site: string) {
  const end = new Date(expiresAtMs).toISOString().slice(0, 16).replace('T', ' ');
  console.log(`${code}\nFor one person, at ${site}, until ${end} UTC`);
}
