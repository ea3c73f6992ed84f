import { RemovalPolicy } from 'aws-cdk-lib';
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
}

/** Which index a query is of. */
const indexes = { QueryIndex: 'gsi1', QuerySecondIndex: 'gsi2' };

const text = (name: string) => ({ name, type: AttributeType.STRING });

/** One domain's only table. It outlives the stack, and can be restored to any second of the last 35 days. */
export class SingleTable extends Construct {
  readonly tableName: string;
  private readonly table: Table;

  constructor(scope: Construct, id: string, { secondIndex }: SingleTableProps = {}) {
    super(scope, id);
    this.table = new Table(this, 'Table', {
      partitionKey: text('pk'),
      sortKey: text('sk'),
      timeToLiveAttribute: 'ttl',
      billingMode: BillingMode.PAY_PER_REQUEST,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    this.table.addGlobalSecondaryIndex({ indexName: 'gsi1', partitionKey: text('gsi1pk'), sortKey: text('gsi1sk') });
    if (secondIndex) {
      this.table.addGlobalSecondaryIndex({
        indexName: 'gsi2',
        partitionKey: text('gsi2pk'),
        sortKey: text('gsi2sk'),
        projectionType: ProjectionType.INCLUDE,
        nonKeyAttributes: secondIndex,
      });
    }
    this.tableName = this.table.tableName;
  }

  /** Only these actions. An index is a resource of its own, and for nothing but queries. */
  grant(user: NodeFunction<object>, actions: TableAction[]) {
    const onTable = actions.filter((action) => !(action in indexes)).map((action) => `dynamodb:${action}`);
    user.mayDo(onTable, [this.table.tableArn]);
    for (const [action, index] of Object.entries(indexes)) {
      if (actions.some((each) => each === action))
        user.mayDo(['dynamodb:Query'], [`${this.table.tableArn}/index/${index}`]);
    }
  }
}
