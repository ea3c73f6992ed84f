import { createHash } from 'node:crypto';
import { Stack } from 'aws-cdk-lib';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import type { AppConfig } from '../config.ts';
import type { NodeFunction } from '../constructs/node-function.ts';
import { estimatedBytes } from '../checks/estimated-bytes.ts';
import { limits } from '../limits.ts';
import { stackListPath } from '../parameter-names.ts';

type ConfiguredStack = AppConfig['stacks']['configured'][number];

/**
 * The configured stacks with the places of their worlds, in parameters of at most 4 KB. A name contains a hash of the whole
 * list, so a deployment makes new parameters, and a rollback finds the old ones: see docs/decisions/0053.
 */
export class StackList extends Construct {
  /** The names of the parameters, separated by commas. */
  readonly parameterNames: string;
  private readonly parameters: StringParameter[];

  constructor(scope: Construct, id: string, stacks: ConfiguredStack[]) {
    super(scope, id);
    const site = Stack.of(this);
    const list = JSON.stringify(site.resolve(stacks));
    const version = createHash('sha256').update(list).digest('hex').slice(0, 12);
    this.parameters = inParts(site, stacks).map(
      (part, index) =>
        new StringParameter(this, `Part${index}`, {
          parameterName: `${stackListPath}/${version}-${index}`,
          stringValue: site.toJsonString(part),
        }),
    );
    this.parameterNames = this.parameters.map(({ parameterName }) => parameterName).join();
  }

  grantRead(reader: NodeFunction<object>) {
    reader.allow(
      ['ssm:GetParameters'],
      this.parameters.map(({ parameterArn }) => parameterArn),
    );
  }
}

/** Divides the list into parts that fit into a parameter each. An empty list is one part. */
function inParts(site: Stack, stacks: ConfiguredStack[]): ConfiguredStack[][] {
  const parts: ConfiguredStack[][] = [[]];
  for (const stack of stacks) {
    const last = parts.at(-1);
    const longer = estimatedBytes(site.resolve(site.toJsonString([...(last ?? []), stack])));
    if (last && (last.length === 0 || longer <= limits.parameterBytes)) last.push(stack);
    else parts.push([stack]);
  }
  return parts;
}
