import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { NodeFunction } from './node-function.ts';

type TableAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'QueryIndex'
  | 'QuerySecondIndex'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchWriteItem'
  | 'ConditionCheckItem';

interface SingleTableProps {
  /** The attributes that the second index, gsi2, carries; undefined makes no second index. */
  secondIndex?: string[];
  /** The name of the table that this one was restored into. The site then uses that table, and this one is kept. */
  restored?: string | undefined;
}

/** The index that each action queries. */
const indexes = { QueryIndex: 'gsi1', QuerySecondIndex: 'gsi2' };

const text = (name: string) => ({ name, type: AttributeType.STRING });

/**
 * The only table of a domain. It outlives the stack and can be restored to any second of the last 35 days. A first
 * deployment that fails deletes it again, because it is still empty then: the stack's own protection is off, and so is
 * the table's.
 */
export class SingleTable extends Construct {
  readonly tableName: string;
  private readonly tableArn: string;

  constructor(scope: Construct, id: string, { secondIndex, restored }: SingleTableProps = {}) {
    super(scope, id);
    const table = new Table(this, 'Table', {
      partitionKey: text('pk'),
      sortKey: text('sk'),
      timeToLiveAttribute: 'ttl',
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: Stack.of(this).terminationProtection ?? false,
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    table.addGlobalSecondaryIndex({ indexName: 'gsi1', partitionKey: text('gsi1pk'), sortKey: text('gsi1sk') });
    if (secondIndex) {
      table.addGlobalSecondaryIndex({
        indexName: 'gsi2',
        partitionKey: text('gsi2pk'),
        sortKey: text('gsi2sk'),
        projectionType: ProjectionType.INCLUDE,
        nonKeyAttributes: secondIndex,
      });
    }
    const ofRestored = { service: 'dynamodb', resource: 'table', resourceName: restored ?? '' };
    this.tableName = restored ?? table.tableName;
    this.tableArn = restored === undefined ? table.tableArn : Stack.of(this).formatArn(ofRestored);
  }

  /** Grants only these actions. An index is a separate resource and allows queries only. */
  grant(user: NodeFunction<object>, actions: TableAction[]) {
    const onTable = actions.filter((action) => !(action in indexes)).map((action) => `dynamodb:${action}`);
    user.allow(onTable, [this.tableArn]);
    for (const [action, index] of Object.entries(indexes)) {
      if (actions.some((each) => each === action)) user.allow(['dynamodb:Query'], [`${this.tableArn}/index/${index}`]);
    }
  }

  /** Grants reading the items of partitions whose keys begin like this, one by one. */
  grantGet(user: NodeFunction<object>, prefix: string) {
    user.addToRolePolicy(
      new PolicyStatement({
        actions: ['dynamodb:GetItem'],
        resources: [this.tableArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${prefix}*`] } },
      }),
    );
  }
}
