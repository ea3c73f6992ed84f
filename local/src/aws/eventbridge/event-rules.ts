import * as z from 'zod';
import type { Functions, JsonObject, Resource } from '../../cloud.ts';
import { propertiesOf } from '../../template/properties.ts';

const RuleProperties = z.strictObject({
  Name: z.string().optional(),
  Description: z.string().optional(),
  State: z.literal('ENABLED').optional(),
  EventPattern: z.strictObject({ source: z.array(z.string()), 'detail-type': z.array(z.string()) }),
  Targets: z.array(
    z.strictObject({
      Id: z.string(),
      Arn: z.string(),
      /** Here a target is always there. */
      RetryPolicy: z.unknown().optional(),
    }),
  ),
});

export interface EventRule {
  arn: string;
  targetArns: string[];
  matches(event: BusEvent): boolean;
}

/** What is put on the event bus. */
export interface BusEvent {
  source: string;
  detailType: string;
  detail: JsonObject;
}

export function eventRule(resource: Resource): EventRule {
  const { EventPattern: pattern, Targets } = propertiesOf(resource, RuleProperties);
  return {
    arn: resource.attributes['Arn'] ?? '',
    targetArns: Targets.map(({ Arn }) => Arn),
    matches: ({ source, detailType }) => pattern.source.includes(source) && pattern['detail-type'].includes(detailType),
  };
}

/** EventBridge's default bus: an event goes to the targets of every rule that it matches. */
export const eventBus =
  (rules: EventRule[], functions: Pick<Functions, 'invoke'>) =>
  async (event: BusEvent): Promise<void> => {
    const { detailType, ...rest } = event;
    const targets = rules.filter((rule) => rule.matches(event)).flatMap(({ targetArns }) => targetArns);
    await Promise.all(targets.map((arn) => functions.invoke(arn, { ...rest, 'detail-type': detailType })));
  };
