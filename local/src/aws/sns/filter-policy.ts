import { limits } from 'infra/limits';
import * as z from 'zod';

/** The names and texts of a message's attributes. */
export type MessageAttributes = ReadonlyMap<string, string>;

/** AWS has more operators. This site needs none of them, and what is not imitated is refused. */
const Policy = z.record(z.string(), z.array(z.string()).min(1));

/**
 * Reads the filter policy of a subscription; undefined when SNS would refuse it. The constraints are those of
 * docs.aws.amazon.com/sns/latest/dg/subscription-filter-policy-constraints.html.
 */
export function readFilterPolicy(text: string): z.infer<typeof Policy> | undefined {
  if (Buffer.byteLength(text) > limits.snsBytes) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { data: policy } = Policy.safeParse(json);
  if (!policy) return undefined;
  const values = Object.values(policy);
  const combinations = values.reduce((product, { length }) => product * length, 1);
  return values.length <= limits.snsFilterKeys && combinations <= limits.snsFilterCombinations ? policy : undefined;
}

/** A message must have every attribute of the policy, with one of its values. The comparison is case-sensitive. */
export const matchesPolicy = (policy: z.infer<typeof Policy>, attributes: MessageAttributes) =>
  Object.entries(policy).every(([name, values]) => values.includes(attributes.get(name) ?? ''));
