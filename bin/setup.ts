/** `npm run setup` prepares the deployment and writes site.json. `-- --protect` and `-- --adopt` are in docs/operations.md. */
import { tmpdir } from 'node:os';
import { runCdk } from 'infra/operator/run-cdk';
import { prepare, setupOptions } from 'infra/operator/setup/prepare';
import { runInTerminal, OperatorError } from 'infra/operator/terminal';

/** It runs in a folder without a cdk.json, because bootstrapping needs no app. */
const bootstrap = (environment: string) => runCdk(['bootstrap', environment], tmpdir());

await runInTerminal((terminal) => {
  const words = process.argv.slice(2);
  // npm keeps an option for itself when the `--` before it is missing, and setup would run without it.
  const lost = setupOptions.filter((option) => process.env[`npm_config_${option.slice('--'.length)}`] !== undefined);
  if (lost.length > 0) throw new OperatorError(`npm needs -- before options: npm run setup -- ${lost.join(' ')}`);
  const options = setupOptions.filter((option) => words.includes(option));
  if (options.length !== words.length) throw new OperatorError('npm run setup [-- --protect | --adopt]');
  return prepare({ options, terminal, bootstrap });
});
