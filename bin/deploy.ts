/** `npm run deploy` is `cdk deploy` for the account of site.json, then the doctor, then the owner's way in. */
import { fileURLToPath } from 'node:url';
import { deploySite } from 'infra/operator/deployed/deploy';
import { runCdk } from 'infra/operator/run-cdk';
import { runInTerminal } from 'infra/operator/terminal';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Words after `--` go to `cdk deploy`. */
const cdkDeploy = () => runCdk(['deploy', ...process.argv.slice(2)], root);

await runInTerminal((terminal) => deploySite({ terminal, cdkDeploy }));
