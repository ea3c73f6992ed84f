/** `npm run sessions -- <e-mail>`: where a person is signed in. With `--end` they are no longer. */
import { operateFromCommandLine } from './operate.ts';

await operateFromCommandLine('npm run sessions -- <e-mail> [--end] [--deployed]', (options) => {
  if (options.length === 0) return 'listSessions';
  return options.join() === '--end' ? 'endSessions' : undefined;
});
