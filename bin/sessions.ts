/** `npm run sessions -- <email>` lists the browsers in which a person is signed in. `--end` signs them out. */
import { runFromCommandLine } from './run-command.ts';

await runFromCommandLine('npm run sessions -- <email> [--end] [--deployed]', (options) => {
  if (options.length === 0) return 'listSessions';
  return options.join() === '--end' ? 'endSessions' : undefined;
});
