import { readFileSync } from 'node:fs';
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

/** Reads the output of `cdk synth` and replaces placeholders by addresses in it. */
export function readAssembly(folder: string, addresses: Record<string, string> = {}): Assembly {
  const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');
  const { artifacts } = Manifest.parse(JSON.parse(textOf('manifest.json')));
  const [stack, ...others] = Object.entries(artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack');
  if (!stack || others.length > 0) throw new Error('The local cloud expects an app of exactly one stack');
  const [id, { properties }] = stack;
  const template = Object.entries(addresses).reduce(
    (text, [name, address]) => text.replaceAll(name, address),
    textOf(`${id}.template.json`),
  );
  const { files } = AssetManifest.parse(JSON.parse(textOf(`${id}.assets.json`)));
  const paths = new Map(
    Object.values(files).flatMap(({ source, destinations }) =>
      Object.values(destinations).map(({ objectKey }) => [objectKey, join(folder, source.path)] as const),
    ),
  );
  return {
    stackName: properties.stackName ?? id,
    terminationProtection: properties.terminationProtection,
    template: JSON.parse(template),
    assetPath(objectKey) {
      const path = paths.get(objectKey);
      if (path === undefined) throw new Error(`The assembly has no asset ${objectKey}`);
      return path;
    },
  };
}
