import { Construct } from 'constructs';
import type { AppConfig } from '../config.ts';
import type { NodeFunction } from '../constructs/node-function.ts';
import { SingleTable } from '../constructs/single-table.ts';

interface SessionsProps {
  /** See constructs/single-table.ts. */
  restored: string | undefined;
  owner: AppConfig['owner'];
}

/** The table of sessions. It is separate so that every domain can read it while only auth can write it. */
export class Sessions extends Construct {
  readonly tableName: string;
  /** The address of the owner's account, for functions with calls for the owner; empty when there is no owner. */
  readonly owner: string;
  private readonly table: SingleTable;

  constructor(scope: Construct, id: string, { restored, owner }: SessionsProps) {
    super(scope, id);
    this.table = new SingleTable(this, 'Table', { restored });
    this.owner = owner ?? '';
    this.tableName = this.table.tableName;
  }

  /** Only the auth function gets write access. */
  grantWrite(keeper: NodeFunction<object>) {
    this.table.grant(keeper, ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem']);
  }

  grantLookup(user: NodeFunction<object>) {
    this.table.grant(user, ['GetItem']);
  }
}
