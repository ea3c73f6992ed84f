/**
 * `npm run doctor` says what is wrong with the deployed site. With an address, as in `npm run doctor -- https://…`, it only
 * says whether the site answers there, which needs no credentials. It changes nothing.
 */
import { examine, examineAddress } from 'infra/operator/deployed/doctor';
import { runInTerminal } from 'infra/operator/terminal';

const [url] = process.argv.slice(2);

await runInTerminal(async (terminal) => {
  const faults = url === undefined ? await examine(terminal) : await examineAddress(terminal, url);
  return faults === 0 ? 0 : 1;
});
