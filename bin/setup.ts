/** `npm run setup` prepares the deployment and writes site.json. `-- --protect` and `-- --adopt` are in docs/operations.md. */
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { prepare, setupOptions } from 'infra/operator/setup/prepare';
import { runInTerminal, SetupError } from 'infra/operator/terminal';

const cdk = fileURLToPath(new URL('../node_modules/aws-cdk/bin/cdk', import.meta.url));

/** It runs in a folder without a cdk.json, because bootstrapping needs no app. */
const bootstrap = (environment: string) =>
  new Promise<number>((resolve) =>
    spawn(process.execPath, [cdk, 'bootstrap', environment], { cwd: tmpdir(), stdio: 'inherit' }).once('exit', (code) =>
      resolve(code ?? 1),
    ),
  );

await runInTerminal((terminal) => {
  const words = process.argv.slice(2);
  const options = setupOptions.filter((option) => words.includes(option));
  if (options.length !== words.length) throw new SetupError('npm run setup [-- --protect | --adopt]');
  return prepare({ options, terminal, bootstrap });
});
