import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';

const Resource = z.looseObject({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DeletionPolicy: z.string().optional(),
  UpdateReplacePolicy: z.string().optional(),
});
const Template = z.looseObject({ Resources: z.record(z.string(), Resource) });

/** The template that would be deployed, made by the very program that the CDK runs. */
export function synthesize(context: Record<string, unknown> = {}) {
  const outdir = mkdtempSync(join(tmpdir(), 'assembly-'));
  try {
    runApp(outdir, { CDK_CONTEXT_JSON: JSON.stringify({ ...cdkContext(), ...context }) });
    const text = readFileSync(join(outdir, 'HomePage.template.json'), 'utf8');
    const { Resources } = Template.parse(JSON.parse(text));
    const resources = Object.entries(Resources).map(([id, resource]) => ({ id, ...resource }));
    return { text, resources, ofType: (type: string) => resources.filter(({ Type }) => Type === type) };
  } finally {
    rmSync(outdir, { recursive: true });
  }
}

/** Synthesizes into this folder as the CDK's command line does, and gives what is said about it. */
export function runApp(outdir: string, env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync('node', ['bin/app.ts'], {
    env: {
      ...process.env,
      CDK_OUTDIR: outdir,
      CDK_CONTEXT_JSON: JSON.stringify(cdkContext()),
      // A third of its time is compiling the CDK.
      NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
      // CloudFormation's own checks take longer than all the rest: one test makes them.
      CDK_VALIDATION: 'false',
      ...env,
    },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The app was not synthesized:\n${stdout}${stderr}`);
  return stdout + stderr;
}

const cdkContext = () =>
  z.object({ context: z.record(z.string(), z.unknown()) }).parse(JSON.parse(readFileSync('cdk.json', 'utf8'))).context;
