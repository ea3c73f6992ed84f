import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zoneParameter } from 'infra/parameter-names';
import * as z from 'zod';
import { localZoneLetter } from '../../settings.ts';
import { localAccount } from '../access.ts';

const Parameters = z.record(z.string(), z.string());

const secret = () => randomBytes(32).toString('base64url');

/** The parameters that must exist before the first deployment. They are generated once for each data directory. */
const generated: Record<string, () => string> = {
  '/home-page/origin-verify': secret,
};

/** `cdk bootstrap` writes the first parameter, and `npm run setup` the second for the zone that it chooses. */
const prepared = {
  '/cdk-bootstrap/hnb659fds/version': '30',
  [zoneParameter(localZoneLetter)]: `${localAccount.region}${localZoneLetter}`,
};

export function seedParameters(dataDir: string): Record<string, string> {
  const file = join(dataDir, 'parameters.json');
  const stored = existsSync(file) ? Parameters.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const missing = Object.entries(generated).filter(([name]) => stored[name] === undefined);
  if (missing.length > 0) {
    for (const [name, generate] of missing) stored[name] = generate();
    writeFileSync(file, JSON.stringify(stored, null, 2), { mode: 0o600 });
  }
  return { ...prepared, ...stored };
}
