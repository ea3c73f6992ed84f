import type { Stack } from 'aws-cdk-lib';
import { CfnPolicy } from 'aws-cdk-lib/aws-iam';
import { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import * as z from 'zod';

const OneOrMore = z.union([z.string().transform((one) => [one]), z.array(z.unknown())]);
const Policy = z.object({
  document: z.object({
    Statement: z.array(z.object({ Action: OneOrMore, Resource: z.union([z.array(z.unknown()), z.unknown()]) })),
  }),
  roles: z.array(z.object({ Ref: z.string() })),
});
const RoleArn = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) });

/**
 * Fails the synthesis when a function may send to a queue that leads back to it and Lambda would stop it, or when a function
 * that is in no such loop may run in one. Lambda stops a loop of functions and queues after about sixteen invocations, unless
 * the function allows it: https://docs.aws.amazon.com/lambda/latest/dg/invocation-recursion
 */
export function checkRecursiveLoops(stack: Stack) {
  stack.node.addValidation({ validate: () => problemsOf(stack) });
}

function problemsOf(stack: Stack): string[] {
  const functions = stack.node.findAll().filter((each) => each instanceof CfnFunction);
  const queues = (of: CfnFunction, action: string) => queuesOf(stack, of, action);
  const nextOf = new Map(
    functions.map((sender) => {
      const targets = queues(sender, 'sqs:SendMessage');
      const receivers = functions.filter((each) =>
        queues(each, 'sqs:ReceiveMessage').some((queue) => targets.includes(queue)),
      );
      return [sender, receivers];
    }),
  );

  function reaches(from: CfnFunction, target: CfnFunction, seen = new Set<CfnFunction>()): boolean {
    return (nextOf.get(from) ?? []).some((next) => {
      if (next === target) return true;
      if (seen.has(next)) return false;
      return reaches(next, target, seen.add(next));
    });
  }

  return functions.flatMap((each) => {
    const { path } = each.node;
    const [isInLoop, isAllowed] = [reaches(each, each), each.recursiveLoop === 'Allow'];
    if (isInLoop && !isAllowed)
      return [`${path} sends to its own queue, so it needs recursiveLoop: RecursiveLoop.ALLOW`];
    if (isAllowed && !isInLoop) return [`${path} is in no loop of functions and queues, so it must not allow one`];
    return [];
  });
}

/** Returns the queues on which the role of a function allows this action, each as the JSON of its ARN. */
function queuesOf(stack: Stack, { role }: CfnFunction, action: string): string[] {
  const roleArn = RoleArn.safeParse(stack.resolve(role));
  if (!roleArn.success) return [];
  const [roleId] = roleArn.data['Fn::GetAtt'];
  return stack.node
    .findAll()
    .filter((each) => each instanceof CfnPolicy)
    .map((policy) => {
      const document: unknown = policy.policyDocument;
      return Policy.parse(stack.resolve({ document, roles: policy.roles }));
    })
    .filter(({ roles }) => roles.some(({ Ref }) => Ref === roleId))
    .flatMap(({ document }) => document.Statement)
    .filter(({ Action }) => Action.includes(action))
    .flatMap(({ Resource }) => [Resource].flat().map((arn) => JSON.stringify(arn)));
}
