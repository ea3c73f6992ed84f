import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Authenticator = z.object({ secret: z.string() }).nullable();
/** The secrets in the file of a user pool. */
const Pool = z.object({
  clientSecret: z.string(),
  signingKey: z.string().nullable(),
  users: z.record(z.string(), z.object({ totp: Authenticator, offered: Authenticator })),
  sessions: z.record(z.string(), z.unknown()),
  refreshTokens: z.record(z.string(), z.unknown()),
});

/** Returns every secret that the local site has generated. */
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
  /** Holds the assembly and the logs of the functions. */
  dataDir: string;
  /** The lines on the terminal. */
  printed: readonly string[];
}

/** The terminal may show mails and the invitation: only the owner reads it. */
const isForTheOwner = (line: string) => /^Email to |^ *Invitation code /.test(line);

/** Searches the assembly, the logs and the terminal for secrets. Returns the places that contain one. */
export function leaks({ dataDir, printed }: Written, secrets: Iterable<string>): string[] {
  const told = (text: string) => [...all].some((secret) => text.includes(secret));
  const all = new Set([...secrets, ...secretsIn(dataDir)]);
  // Other numbers contain short codes.
  for (const secret of all) if (secret.length < 12) throw new Error(`${secret} is too short to be looked for`);
  const files = globSync(['assembly/**', 'logs/**'], { cwd: dataDir, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return [
    ...files.filter((file) => told(readFileSync(file, 'latin1'))).map((file) => file.slice(dataDir.length + 1)),
    ...printed.filter((line) => !isForTheOwner(line) && told(line)).map((line) => `the terminal: ${line}`),
  ];
}
