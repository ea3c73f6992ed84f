import { type CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import { paginateGetParametersByPath, type SSMClient } from '@aws-sdk/client-ssm';
import * as z from 'zod';
import { Adopted } from '../../adopted.ts';
import { keptPath } from '../../parameter-names.ts';
import { OperatorError } from '../terminal.ts';

/** The name of the site's stack: see bin/app.ts. */
export const stackName = 'HomePage';

export async function findStack(cloudFormation: CloudFormationClient): Promise<Stack | undefined> {
  try {
    const { Stacks: [stack] = [] } = await cloudFormation.send(new DescribeStacksCommand({ StackName: stackName }));
    // A change set that was never carried out, and a creation that was rolled back, have no resources.
    return stack?.StackStatus === 'REVIEW_IN_PROGRESS' || stack?.StackStatus === 'ROLLBACK_COMPLETE'
      ? undefined
      : stack;
  } catch (error) {
    if (error instanceof Error && /does not exist/.test(error.message)) return undefined;
    throw error;
  }
}

/** Returns the newest record of what deployments have kept, or undefined. */
export async function findKept(ssm: SSMClient): Promise<Adopted | undefined> {
  let newest: Adopted | undefined;
  for await (const { Parameters = [] } of paginateGetParametersByPath({ client: ssm }, { Path: keptPath })) {
    for (const { Name = '', Value = '' } of Parameters) {
      const found = parseRecord(Name, Value);
      if (newest === undefined || found.record > newest.record) newest = found;
    }
  }
  return newest;
}

function parseRecord(name: string, value: string): Adopted {
  try {
    return Adopted.parse(JSON.parse(value));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : String(cause);
    throw new OperatorError(`The parameter ${name} is not as a deployment writes it.\n${reason}`, { cause });
  }
}

interface KeptSite {
  stack: Stack | undefined;
  kept: Adopted | undefined;
  /** The record that site.json adopts. */
  adopted: number | undefined;
}

/** Refuses a deployment that would begin with empty tables beside those that an earlier one kept. */
export function refuseToBeginAnew({ stack, kept, adopted = 0 }: KeptSite) {
  if (stack || kept === undefined || kept.record === adopted) return;
  throw new OperatorError(
    `An earlier deployment kept its tables, its user pool and its worlds (${keptPath}/${kept.record}).
To use them again: npm run setup -- --adopt
To begin with empty ones: aws ssm delete-parameter --name ${keptPath}/${kept.record}  (docs/operations.md lists what stays)`,
  );
}
