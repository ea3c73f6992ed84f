/**
 * `npm run sessions -- <email>` lists the browsers in which a person is signed in. `--end` signs them out, `--disable` also
 * refuses every further sign-in until `--enable`.
 */
import type { OperatorCommand } from 'infra/operator/operator';
import { runFromCommandLine } from './run-command.ts';

const commands: Record<string, OperatorCommand> = {
  '': 'listSessions',
  '--end': 'endSessions',
  '--disable': 'disable',
  '--enable': 'enable',
};

await runFromCommandLine(
  'npm run sessions -- <email> [--end | --disable | --enable] [--deployed]',
  (options) => commands[options.join()],
);
