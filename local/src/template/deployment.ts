import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { StartError } from '../startup/start-error.ts';
import type { Resource } from './resource.ts';

const KeptResource = z.object({
  logicalId: z.string(),
  type: z.string(),
  ref: z.string(),
  attributes: z.record(z.string(), z.string()),
  properties: z.record(z.string(), z.json()),
  isRetained: z.literal(true),
});

/** The file is the deployed stack. When the file is missing, the stack does not exist, as after `cdk destroy`. */
const StackFile = z.object({ suffix: z.string() });
/** The resources that outlive their stacks, by the suffix of the stack that made them. */
const KeptFile = z.record(z.string(), z.array(KeptResource));

/**
 * Opens the deployment of the app on this machine. As on AWS, a stack that is created again gives its resources other
 * names, and what an earlier stack kept is still there. `DATA_DIR/stack.json` is the stack; deleting it is `cdk
 * destroy`.
 */
export function openDeployment(dataDir: string) {
  const stackFile = join(dataDir, 'stack.json');
  const keptFile = join(dataDir, 'kept.json');
  const kept = existsSync(keptFile) ? KeptFile.parse(JSON.parse(readFileSync(keptFile, 'utf8'))) : {};
  const suffix = existsSync(stackFile)
    ? StackFile.parse(JSON.parse(readFileSync(stackFile, 'utf8'))).suffix
    : suffixAfter(Object.keys(kept).length);

  return {
    /** The end of every name that the stack gives to a resource. The first stack has none. */
    suffix,

    /**
     * Creates or updates the stack. Returns what earlier stacks kept. AWS refuses a parameter whose name is taken
     * (docs.aws.amazon.com/systems-manager/latest/APIReference/API_PutParameter.html, ParameterAlreadyExists).
     */
    deploy(resources: readonly Resource[]): Resource[] {
      const { [suffix]: _, ...ofEarlierStacks } = kept;
      const earlier = Object.values(ofEarlierStacks).flat();
      const taken = earlier.find(
        ({ type, ref }) => isParameter(type) && resources.some((each) => isParameter(each.type) && each.ref === ref),
      );
      if (taken) {
        throw new StartError(
          `The parameter ${taken.ref} exists already: an earlier deployment kept its tables, its user pool and its worlds. ` +
            'Start with what it holds in operations.adopted (here: ADOPTED), or with another DATA_DIR.',
        );
      }
      const retained = resources.filter(({ isRetained }) => isRetained === true);
      writeFileSync(keptFile, JSON.stringify({ ...ofEarlierStacks, [suffix]: retained }));
      writeFileSync(stackFile, JSON.stringify({ suffix }));
      return earlier;
    },
  };
}

const suffixAfter = (stacks: number) => (stacks === 0 ? '' : `-${stacks + 1}`);
const isParameter = (type: string) => type === 'AWS::SSM::Parameter';
