/** `npm run sessions -- <e-mail>`: where a person is signed in. With `--end` they are no longer. */
import { runFromCommandLine } from '../infra/src/operator/command-line.ts';

await runFromCommandLine('npm run sessions -- <e-mail> [--end] [--deployed]', (options) => {
  if (options.length === 0) return 'listSessions';
  return options.join() === '--end' ? 'endSessions' : undefined;
});
