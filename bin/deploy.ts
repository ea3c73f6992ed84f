/** `npm run deploy` is `cdk deploy` for the account of site.json, then the doctor, then the owner's way in. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { deploySite } from 'infra/operator/deployed/deploy';
import { runInTerminal } from 'infra/operator/terminal';

const root = fileURLToPath(new URL('..', import.meta.url));
const cdk = fileURLToPath(new URL('../node_modules/aws-cdk/bin/cdk', import.meta.url));

/** Words after `--` go to `cdk deploy`. */
const cdkDeploy = () =>
  new Promise<number>((resolve) =>
    spawn(process.execPath, [cdk, 'deploy', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' }).once(
      'exit',
      (code) => resolve(code ?? 1),
    ),
  );

await runInTerminal((terminal) => deploySite({ terminal, cdkDeploy }));
