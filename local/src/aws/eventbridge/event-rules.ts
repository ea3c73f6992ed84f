import * as z from 'zod';
import { invocableBy } from '../lambda/invoke-permission.ts';
import type { Functions } from '../lambda/functions.ts';
import type { JsonObject } from '../../json.ts';
import { arnOf, type Resource, resourcesOfType } from '../../template/resource.ts';
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
      /** A local target is always available. */
      RetryPolicy: z.unknown().optional(),
    }),
  ),
});

export interface EventRule {
  arn: string;
  targetArns: string[];
  matches(event: BusEvent): boolean;
}

/** An event on the event bus. */
export interface BusEvent {
  source: string;
  detailType: string;
  detail: JsonObject;
}

/**
 * Reads the template's rules. AWS drops events for a function that EventBridge may not invoke; here the start stops.
 */
export function readEventRules(resources: Resource[]): EventRule[] {
  const rules = resourcesOfType(resources, 'AWS::Events::Rule').map(readEventRule);
  const invocable = invocableBy('events.amazonaws.com', resources);
  for (const { arn, targetArns } of rules) {
    for (const targetArn of targetArns)
      if (!invocable.has(targetArn)) throw new Error(`EventBridge may not invoke ${targetArn} for ${arn}`);
  }
  return rules;
}

function readEventRule(resource: Resource): EventRule {
  const { EventPattern: pattern, Targets } = propertiesOf(resource, RuleProperties);
  return {
    arn: arnOf(resource),
    targetArns: Targets.map(({ Arn }) => Arn),
    matches: ({ source, detailType }) => pattern.source.includes(source) && pattern['detail-type'].includes(detailType),
  };
}

/** Creates EventBridge's default bus. It delivers an event to the targets of every rule that matches it. */
export const eventBus =
  (rules: EventRule[], functions: Pick<Functions, 'invoke'>) =>
  async (event: BusEvent): Promise<void> => {
    const { detailType, ...rest } = event;
    const targets = rules.filter((rule) => rule.matches(event)).flatMap(({ targetArns }) => targetArns);
    await Promise.all(targets.map((arn) => functions.invoke(arn, { ...rest, 'detail-type': detailType })));
  };
