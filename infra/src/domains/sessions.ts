import { Construct } from 'constructs';
import type { NodeFunction } from '../constructs/node-function.ts';
import { SingleTable } from '../constructs/single-table.ts';

/** Who is signed in. A table of its own, so that every domain can ask and none but auth can write. */
export class Sessions extends Construct {
  readonly tableName: string;
  private readonly table: SingleTable;

  constructor(scope: Construct, id: string, { restored }: { restored: string | undefined }) {
    super(scope, id);
    this.table = new SingleTable(this, 'Table', { restored });
    this.tableName = this.table.tableName;
  }

  /** For auth alone. */
  grantKeeping(keeper: NodeFunction<object>) {
    this.table.grant(keeper, ['GetItem', 'QueryIndex', 'PutItem', 'DeleteItem']);
  }

  grantLookup(user: NodeFunction<object>) {
    this.table.grant(user, ['GetItem']);
  }
}
