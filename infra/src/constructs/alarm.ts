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
  /** It goes off at this value. */
  threshold: number;
  /** What a person loses, as a sentence. */
  lost: string;
  /** What to do about it, as a sentence. */
  todo: string;
  /** Who is told; nobody when it only shows on the dashboard. */
  topic: ITopic | undefined;
}

/** An alarm that its reader understands at three in the morning: its mail says what is lost and what to do. */
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
