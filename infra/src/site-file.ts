import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { AppConfig } from './config.ts';
import { PinnedImage } from './game-server/settings.ts';
import { Adopted } from './adopted.ts';
import { OperatorError } from './operator/terminal.ts';

const { aws, owner, site } = AppConfig.shape;

/**
 * The values that `npm run setup` finds out or asks for, or the owner sets, in site.json beside cdk.json. They belong to one deployment and
 * replace those of cdk.json. There is no secret among them.
 */
const SiteFile = z.strictObject({
  aws: aws.optional(),
  owner: owner.optional(),
  site: z.strictObject({ domain: site.shape.domain, webAclArn: site.shape.webAclArn }).partial().optional(),
  google: z
    .strictObject({ clientId: z.string().min(1).nullable(), users: z.array(z.email()).max(50) })
    .partial()
    .optional(),
  stacks: z
    .strictObject({ zoneLetter: z.string(), pinnedImage: PinnedImage, pinnedJavaImage: PinnedImage })
    .partial()
    .optional(),
  operations: z
    .strictObject({
      alarmsTo: z.email().nullable(),
      concurrentExecutions: z.int(),
      protected: z.boolean(),
      adopted: Adopted.nullable(),
    })
    .partial()
    .optional(),
});
export type SiteFile = z.infer<typeof SiteFile>;

/** The environment's `SITE_FILE` names another file. An empty `SITE_FILE` means that the site has no file of settings. */
const place = () => process.env['SITE_FILE'] ?? fileURLToPath(new URL('../../site.json', import.meta.url));

export function readSiteFile(): SiteFile {
  const file = place();
  if (file === '' || !existsSync(file)) return {};
  const parsed = SiteFile.safeParse(parseJson(file));
  if (parsed.success) return parsed.data;
  throw new OperatorError(
    `${file} is invalid. Other values than these belong in cdk.json.\n${z.prettifyError(parsed.error)}`,
  );
}

function parseJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new OperatorError(`${file} is not JSON. ${String(error)}`, { cause: error });
  }
}

/** Replaces the file as a whole, so that a stop in the middle leaves the old one. */
export function writeSiteFile(values: SiteFile) {
  const file = place();
  writeFileSync(`${file}.new`, `${JSON.stringify(SiteFile.parse(values), null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

/**
 * Makes the SDK and the CDK's command line use the deployment's own region and profile, whatever the shell says. Without a
 * site.json the shell decides.
 */
export function useDeploymentsAccount({ aws: chosen }: SiteFile = readSiteFile()) {
  if (typeof chosen?.region === 'string') process.env['AWS_REGION'] = chosen.region;
  if (typeof chosen?.profile === 'string') process.env['AWS_PROFILE'] = chosen.profile;
}
