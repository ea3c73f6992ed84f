/** `npm run reset-mfa -- <e-mail>` removes a lost authenticator, so that the next sign-in sets up another. */
import { runFromCommandLine } from './run-command.ts';

await runFromCommandLine('npm run reset-mfa -- <e-mail> [--deployed]', (options) =>
  options.length === 0 ? 'resetMfa' : undefined,
);
