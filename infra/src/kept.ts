import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { ParameterTier, StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import type { Adopted } from './adopted.ts';
import { keptParameter } from './parameter-names.ts';

interface KeptProps extends Omit<Adopted, 'record'> {
  /** The number of the record that this deployment adopts; 0 for a new record. */
  adopted: number;
}

/**
 * The record of all parts that outlive the stack, as the section `operations.adopted` that a later deployment needs to
 * use them again. It outlives the stack as well, under a fixed name. So a later deployment that does not adopt it, and
 * would begin with empty tables unnoticed, is refused by CloudFormation: the name is taken.
 */
export class Kept extends Construct {
  constructor(scope: Construct, id: string, { adopted, ...parts }: KeptProps) {
    super(scope, id);
    const record = adopted + 1;
    new StringParameter(this, 'Record', {
      parameterName: keptParameter(record),
      description: 'The parts that outlive the stack: npm run setup -- --adopt uses them again',
      stringValue: Stack.of(this).toJsonString({ record, ...parts }),
      // With many stacks the value exceeds 4 KB, which needs the advanced tier at $0.05 a month.
      tier: ParameterTier.INTELLIGENT_TIERING,
    }).applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  }
}
