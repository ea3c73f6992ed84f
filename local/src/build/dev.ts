/** `npm run dev`: the site, started again with every save of what runs in the cloud, and Vite's dev server in front of it. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
const watched = ['infra/src', 'lambdas/src', 'local/src', 'shared-types/src', 'cdk.json'];
const port = process.env['PORT'] ?? '3000';

const site = spawn(
  process.execPath,
  [
    ...watched.map((path) => `--watch-path=${path}`),
    '--watch-preserve-output',
    join(import.meta.dirname, '../main.ts'),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, PORT: port } },
);
// Not through npm, which passes no signal on.
const web = spawn(join(root, 'node_modules/.bin/vite'), {
  cwd: join(root, 'web'),
  stdio: 'inherit',
  env: { ...process.env, API_PORT: port },
});

// A terminal sends ctrl-c to all three; who else stops this one stops the others with it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of [site, web]) child.kill();
  });
}
