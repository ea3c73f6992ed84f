/** `npm run reset-mfa -- <email>` removes a lost authenticator, so that the next sign-in sets up another. */
import { runFromCommandLine } from './run-command.ts';

await runFromCommandLine('npm run reset-mfa -- <email> [--deployed]', (options) =>
  options.length === 0 ? 'resetMfa' : undefined,
);
