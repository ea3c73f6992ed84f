/** `npm run dev`: restarts the site whenever a source of the cloud changes, with Vite's dev server in front of it. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { checkPort, defaultPort } from '../startup/port.ts';

const root = join(import.meta.dirname, '../../..');
const watched = ['infra/src', 'lambdas/src', 'local/src', 'shared-types/src', 'cdk.json'];
const port = process.env['PORT'] ?? String(defaultPort);

// A watched site that cannot start waits for a change, and Vite would go on with whatever has the port.
await checkPort(Number(port));

const site = spawn(
  process.execPath,
  [
    ...watched.map((path) => `--watch-path=${path}`),
    '--watch-preserve-output',
    join(import.meta.dirname, '../main.ts'),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, PORT: port } },
);
// npm would put a shell between the processes, which forwards no signal.
const web = spawn(join(root, 'node_modules/.bin/vite'), {
  cwd: join(root, 'web'),
  stdio: 'inherit',
  env: { ...process.env, API_PORT: port },
});

// A terminal sends Ctrl-C to all three processes. Any other sender signals this process only.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of [site, web]) child.kill();
  });
}
