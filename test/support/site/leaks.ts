import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Authenticator = z.object({ secret: z.string() }).nullable();
/** Of the user pools' own files, what nobody else may ever see. */
const Pool = z.object({
  clientSecret: z.string(),
  signingKey: z.string().nullable(),
  users: z.record(z.string(), z.object({ totp: Authenticator, offered: Authenticator })),
  sessions: z.record(z.string(), z.unknown()),
  refreshTokens: z.record(z.string(), z.unknown()),
});

/** Every secret that a local cloud has made by itself. */
export function secretsIn(dataDir: string): string[] {
  const parameters = join(dataDir, 'parameters.json');
  const stored = existsSync(parameters)
    ? Object.values(z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(parameters, 'utf8'))))
    : [];
  const pools = globSync('cognito/*.json', { cwd: dataDir }).flatMap((file) => {
    const pool = Pool.parse(JSON.parse(readFileSync(join(dataDir, file), 'utf8')));
    const seeds = Object.values(pool.users).flatMap(({ totp, offered }) => [totp?.secret, offered?.secret]);
    const tokens = [...Object.keys(pool.sessions), ...Object.keys(pool.refreshTokens)];
    return [pool.clientSecret, pool.signingKey, ...seeds, ...tokens].filter((each) => typeof each === 'string');
  });
  return [...stored, ...pools];
}

interface Written {
  /** What it was started from, the template and the bundles among it, and its functions' logs are below. */
  dataDir: string;
  /** On the terminal. */
  printed: readonly string[];
}

/** What the terminal is for: whoever sits before it is the owner, and reads the mail. */
const isForTheOwner = (line: string) => /^Mail to |^ *Invitation code /.test(line);

/** Where a local cloud has written down one of these: in what would be deployed, in a log, on the terminal. */
export function leaks({ dataDir, printed }: Written, secrets: Iterable<string>): string[] {
  const told = (text: string) => [...all].some((secret) => text.includes(secret));
  const all = new Set([...secrets, ...secretsIn(dataDir)]);
  // A short code stands in many a number.
  for (const secret of all) if (secret.length < 12) throw new Error(`${secret} is too short to be looked for`);
  const files = globSync(['assembly/**', 'logs/**'], { cwd: dataDir, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return [
    ...files.filter((file) => told(readFileSync(file, 'latin1'))).map((file) => file.slice(dataDir.length + 1)),
    ...printed.filter((line) => !isForTheOwner(line) && told(line)).map((line) => `the terminal: ${line}`),
  ];
}
