/** `npm run reset-mfa -- <e-mail>`: for whoever has lost the authenticator. */
import { operateFromCommandLine } from './operate.ts';

await operateFromCommandLine('npm run reset-mfa -- <e-mail> [--deployed]', (options) =>
  options.length === 0 ? 'resetMfa' : undefined,
);
