/** `npm run doctor` says what is wrong with the deployed site. It changes nothing. */
import { examine } from 'infra/operator/deployed/doctor';
import { runInTerminal } from 'infra/operator/terminal';

await runInTerminal(async (terminal) => ((await examine(terminal)) === 0 ? 0 : 1));
