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

export function seedParameters(dataDir: string): Record<string, string> {
  const file = join(dataDir, 'parameters.json');
  const stored = existsSync(file) ? Parameters.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const missing = Object.entries(made).filter(([name]) => stored[name] === undefined);
  if (missing.length > 0) {
    for (const [name, make] of missing) stored[name] = make();
    writeFileSync(file, JSON.stringify(stored, null, 2), { mode: 0o600 });
  }
  return { ...given, ...stored };
}

/** Of the built-in stand-ins. A key and a secret like others, so that a test finds them wherever they are written down. */
export const standInKey = 'sk-stand-in-b3c1f7a95e2d';
export const standInSecret = 'GOCSPX-stand-in-9e04d7b2c685';

/** What a person may give to a start. */
interface Given {
  google: { client: { secret: string } | undefined };
  model: { key: string } | undefined;
  secrets: Record<string, string>;
}

/** SecureStrings, which no template can hold. They are their owner's, and are not written down. */
export const secretParameters = ({ google, model, secrets }: Given): Record<string, string> => ({
  '/home-page/openai-key': model?.key ?? standInKey,
  '/home-page/google-client-secret': google.client?.secret ?? standInSecret,
  ...secrets,
});
