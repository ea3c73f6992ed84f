import type { JsonObject } from '../json.ts';

/** One resource of the synthesized template. Every intrinsic in it is resolved. */
export interface Resource {
  logicalId: string;
  /** As CloudFormation spells it: `AWS::SQS::Queue`. */
  type: string;
  properties: JsonObject;
  /** The value of `Ref`: a name, an id, an address or an ARN, by type. */
  ref: string;
  /** The values of `Fn::GetAtt`, by attribute. */
  attributes: Record<string, string>;
  /** Whether the resource stays when its stack is deleted. */
  isRetained?: boolean;
}

export const resourcesOfType = (resources: readonly Resource[], type: string) =>
  resources.filter((resource) => resource.type === type);

export const arnOf = ({ attributes }: Resource) => attributes['Arn'] ?? '';
