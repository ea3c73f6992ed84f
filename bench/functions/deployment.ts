import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cdkContext } from 'infra/config';
import { type Resource, resourcesOfType } from 'local/template/resource';
import { type HostedFunction, readFunctions } from 'local/aws/lambda/hosted-function';
import { resolveTemplate } from 'local/template/resolve';
import { seedParameters } from 'local/aws/ssm/seed';
import * as z from 'zod';

/** The app as it would be deployed: the bundles of its functions, their environments and the tables. */
export interface Deployment {
  functions: HostedFunction[];
  /** Finds a function by its path in the app: 'LJMonitorHttp'. */
  function(name: string): HostedFunction;
  tables: Resource[];
  resources: Resource[];
  /** Deletes the synthesized files. */
  remove(): void;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const stackName = 'HomePage';
export const region = 'us-east-1';

const Assets = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.object({ path: z.string() }),
      destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
    }),
  ),
});

/** Synthesizes the app from what `npm run build` has left. Queues get addresses under `queueOrigin`. */
export function synthesize(queueOrigin = 'https://queues.example'): Deployment {
  const folder = mkdtempSync(join(tmpdir(), 'bench-app-'));
  const json = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    // This runs in a process of its own, because nothing else here needs the CDK in memory.
    execFileSync(process.execPath, ['bin/app.ts'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        CDK_OUTDIR: folder,
        CDK_CONTEXT_JSON: JSON.stringify(cdkContext()),
        CDK_VALIDATION: 'false',
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
      },
    });
    const files = Object.values(Assets.parse(json(`${stackName}.assets.json`)).files);
    const assetPath = (key: string) => {
      const file = files.find(({ destinations }) =>
        Object.values(destinations).some(({ objectKey }) => objectKey === key),
      );
      if (!file) throw new Error(`The assembly has no asset ${key}`);
      return join(folder, file.source.path);
    };
    const place = { account: '000000000000', region, stackName, endpointOrigin: queueOrigin };
    const resources = resolveTemplate(json(`${stackName}.template.json`), place, seedParameters(folder));
    const functions = readFunctions(resources, assetPath);
    const tables = resourcesOfType(resources, 'AWS::DynamoDB::Table');
    return {
      functions,
      function(name) {
        const found = functions.find((each) => placeOf(each) === name);
        if (!found) throw new Error(`The app has no function ${name}, only ${functions.map(placeOf).join(', ')}`);
        return found;
      },
      tables,
      resources,
      remove,
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Shortens 'HomePage-LJMonitorHttp1A2B3C4D' to 'LJMonitorHttp'. */
export const placeOf = ({ name }: Pick<HostedFunction, 'name'>) =>
  name.slice(`${stackName}-`.length).replace(/[0-9A-F]{8}$/, '');
