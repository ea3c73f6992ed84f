/** `npm run reset-mfa -- <e-mail>`: for whoever has lost the authenticator. */
import { runFromCommandLine } from '../infra/src/operator/command-line.ts';

await runFromCommandLine('npm run reset-mfa -- <e-mail> [--deployed]', (options) =>
  options.length === 0 ? 'resetMfa' : undefined,
);
