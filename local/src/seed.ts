import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Parameters = z.record(z.string(), z.string());

const secret = () => randomBytes(32).toString('base64url');

/** The SSM parameters that must stand before the first deploy: made once for each data directory. */
const made: Record<string, () => string> = {
  '/home-page/origin-verify': secret,
};

/** CDK's own, from `cdk bootstrap`. */
const given = { '/cdk-bootstrap/hnb659fds/version': '30' };

/** `openAiKey` is whose start this is, and is not written down. */
export function seedParameters(dataDir: string, openAiKey: string): Record<string, string> {
  const file = join(dataDir, 'parameters.json');
  const stored = existsSync(file) ? Parameters.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const missing = Object.entries(made).filter(([name]) => stored[name] === undefined);
  if (missing.length > 0) {
    for (const [name, make] of missing) stored[name] = make();
    writeFileSync(file, JSON.stringify(stored, null, 2), { mode: 0o600 });
  }
  return { ...given, ...stored, '/home-page/openai-key': openAiKey };
}
