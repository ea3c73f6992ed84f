import {
  Alarm as CloudWatchAlarm,
  ComparisonOperator,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

interface AlarmProps {
  metric: IMetric;
  /** The alarm goes off at this value. */
  threshold: number;
  /** One sentence that says what a person loses. */
  lost: string;
  /** One sentence that says what to do. */
  todo: string;
  /** The topic that gets the alarm; undefined shows it on the dashboard only. */
  topic: ITopic | undefined;
}

/** An alarm whose mail says what is lost and what to do. */
export class Alarm extends CloudWatchAlarm {
  constructor(scope: Construct, id: string, { metric, threshold, lost, todo, topic }: AlarmProps) {
    super(scope, id, {
      metric,
      threshold,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `${lost} What to do: ${todo}`,
    });
    if (topic) this.addAlarmAction(new SnsAction(topic));
  }
}
