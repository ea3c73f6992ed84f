import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Manifest = z.object({
  artifacts: z.record(
    z.string(),
    z.object({
      type: z.string(),
      properties: z
        .object({ stackName: z.string().optional(), terminationProtection: z.boolean().default(false) })
        .prefault({}),
    }),
  ),
});

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
  terminationProtection: boolean;
  template: unknown;
  /** The file or folder that CDK would upload under this key of the assets bucket. */
  assetPath: (objectKey: string) => string;
}

/** Replaces placeholders by addresses in the template, and in the files that it lays beside the bundles of functions. */
export function fillInAddresses(
  folder: string,
  addresses: readonly (readonly [placeholder: string, address: string])[],
) {
  for (const name of globSync(['*.template.json', 'asset.*/*.json'], { cwd: folder })) {
    const file = join(folder, name);
    const before = readFileSync(file, 'utf8');
    const after = addresses.reduce((text, [placeholder, address]) => text.replaceAll(placeholder, address), before);
    if (after !== before) writeFileSync(file, after);
  }
}

/** Reads the output of `cdk synth`. */
export function readAssembly(folder: string): Assembly {
  const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');
  const { artifacts } = Manifest.parse(JSON.parse(textOf('manifest.json')));
  const [stack, ...others] = Object.entries(artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack');
  if (!stack || others.length > 0) throw new Error('The local cloud expects an app of exactly one stack');
  const [id, { properties }] = stack;
  const { files } = AssetManifest.parse(JSON.parse(textOf(`${id}.assets.json`)));
  const paths = new Map(
    Object.values(files).flatMap(({ source, destinations }) =>
      Object.values(destinations).map(({ objectKey }) => [objectKey, join(folder, source.path)] as const),
    ),
  );
  return {
    stackName: properties.stackName ?? id,
    terminationProtection: properties.terminationProtection,
    template: JSON.parse(textOf(`${id}.template.json`)),
    assetPath(objectKey) {
      const path = paths.get(objectKey);
      if (path === undefined) throw new Error(`The assembly has no asset ${objectKey}`);
      return path;
    },
  };
}
