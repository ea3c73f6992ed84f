import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withFileLock } from 'local/startup/file-lock';
import { assemblySources, buildIfChanged } from 'local/build/build-cache';
import * as z from 'zod';

const cache = 'node_modules/.cache';
const template = 'HomePage.template.json';

const Resource = z.looseObject({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DeletionPolicy: z.string().optional(),
  UpdateReplacePolicy: z.string().optional(),
  DependsOn: z.union([z.string(), z.array(z.string())]).optional(),
});
const AttachedPolicy = z.object({ PolicyDocument: z.unknown(), Roles: z.array(z.object({ Ref: z.string() })) });
const InlinePolicies = z.object({ Policies: z.array(z.object({ PolicyDocument: z.unknown() })).default([]) });
const Template = z.looseObject({ Resources: z.record(z.string(), Resource) });

/**
 * Synthesizes the template that would be deployed, made by the very program that the CDK runs: once for all tests that
 * ask for it.
 */
export async function synthesize(context: Record<string, unknown> = {}) {
  const given = JSON.stringify({ ...cdkContext(), ...context });
  const folder = join(cache, 'templates', createHash('sha256').update(given).digest('hex').slice(0, 16));
  mkdirSync(cache, { recursive: true });
  async function build() {
    const outdir = mkdtempSync(join(tmpdir(), 'assembly-'));
    try {
      runApp(outdir, { CDK_CONTEXT_JSON: given });
      mkdirSync(folder, { recursive: true });
      copyFileSync(join(outdir, template), join(folder, template));
    } finally {
      rmSync(outdir, { recursive: true });
    }
  }
  await withFileLock(join(cache, 'build.lock'), () =>
    buildIfChanged({ folder, sources: [...assemblySources, 'bin/**'], build }, '.', cache),
  );
  const text = readFileSync(join(folder, template), 'utf8');
  const { Resources } = Template.parse(JSON.parse(text));
  const resources = Object.entries(Resources).map(([id, resource]) => ({ id, ...resource }));
  const ofType = (type: string) => resources.filter(({ Type }) => Type === type);
  const attached = ofType('AWS::IAM::Policy').map(({ id, Properties }) => {
    const { PolicyDocument, Roles } = AttachedPolicy.parse(Properties);
    return { id, roles: Roles.map(({ Ref }) => Ref), document: PolicyDocument };
  });
  const inline = ofType('AWS::IAM::Role').flatMap(({ id, Properties }) =>
    InlinePolicies.parse(Properties).Policies.map(({ PolicyDocument }) => ({
      id,
      roles: [id],
      document: PolicyDocument,
    })),
  );
  return { text, resources, ofType, policies: [...attached, ...inline] };
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
      // The tests know nothing of a deployment that uses this folder.
      SITE_FILE: '',
      ...env,
    },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The app was not synthesized:\n${stdout}${stderr}`);
  return stdout + stderr;
}

const cdkContext = () =>
  z.object({ context: z.record(z.string(), z.unknown()) }).parse(JSON.parse(readFileSync('cdk.json', 'utf8'))).context;
