import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AttributeType, BillingMode, ProjectionType, Table } from 'aws-cdk-lib/aws-dynamodb';
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
  /** Attributes that a second index, gsi2, carries; without it there is no second index. */
  secondIndex?: string[];
  /** The name of a table that this one was restored into, if it was: that one is used, and this one kept. */
  restored?: string | undefined;
}

/** Which index a query is of. */
const indexes = { QueryIndex: 'gsi1', QuerySecondIndex: 'gsi2' };

const text = (name: string) => ({ name, type: AttributeType.STRING });

/** One domain's only table. It outlives the stack, and can be restored to any second of the last 35 days. */
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
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
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

  /** Only these actions. An index is a resource of its own, and for nothing but queries. */
  grant(user: NodeFunction<object>, actions: TableAction[]) {
    const onTable = actions.filter((action) => !(action in indexes)).map((action) => `dynamodb:${action}`);
    user.allow(onTable, [this.tableArn]);
    for (const [action, index] of Object.entries(indexes)) {
      if (actions.some((each) => each === action)) user.allow(['dynamodb:Query'], [`${this.tableArn}/index/${index}`]);
    }
  }
}
