import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildApp } from 'infra/app';
import type { AppConfig } from 'infra/config';
import * as z from 'zod';

const AssetManifest = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.object({ path: z.string() }),
      destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
    }),
  ),
});

export interface Assembly {
  stackName: string;
  template: unknown;
  /** The file or folder that CDK would upload as this object of the assets bucket. */
  assetPath: (objectKey: string) => string;
}

/** Synthesizes the app, as `cdk synth` does, and reads what came out. */
export function synthesize(outdir: string, config: Partial<AppConfig>): Assembly {
  const assembly = buildApp({ outdir, config }).synth();
  const [stack, ...others] = assembly.stacks;
  if (!stack || others.length > 0) throw new Error('The local cloud expects an app of exactly one stack');
  const manifest = AssetManifest.parse(JSON.parse(readFileSync(join(outdir, `${stack.id}.assets.json`), 'utf8')));
  const paths = new Map(
    Object.values(manifest.files).flatMap(({ source, destinations }) =>
      Object.values(destinations).map(({ objectKey }) => [objectKey, join(outdir, source.path)] as const),
    ),
  );
  return {
    stackName: stack.stackName,
    template: stack.template,
    assetPath(objectKey) {
      const path = paths.get(objectKey);
      if (path === undefined) throw new Error(`The assembly has no asset ${objectKey}`);
      return path;
    },
  };
}
