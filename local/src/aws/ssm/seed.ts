import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Parameters = z.record(z.string(), z.string());

const secret = () => randomBytes(32).toString('base64url');

/** The parameters that must exist before the first deployment. They are generated once for each data directory. */
const generated: Record<string, () => string> = {
  '/home-page/origin-verify': secret,
};

/** `cdk bootstrap` writes this parameter. */
const bootstrap = { '/cdk-bootstrap/hnb659fds/version': '30' };

export function seedParameters(dataDir: string): Record<string, string> {
  const file = join(dataDir, 'parameters.json');
  const stored = existsSync(file) ? Parameters.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const missing = Object.entries(generated).filter(([name]) => stored[name] === undefined);
  if (missing.length > 0) {
    for (const [name, generate] of missing) stored[name] = generate();
    writeFileSync(file, JSON.stringify(stored, null, 2), { mode: 0o600 });
  }
  return { ...bootstrap, ...stored };
}
