import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import type { AppConfig } from '../config.ts';
import type { NodeFunction } from '../constructs/node-function.ts';
import { auditDaysParameter, auditTableParameter } from '../parameter-names.ts';
import { SingleTable } from '../constructs/single-table.ts';

interface AuditProps {
  settings: AppConfig['operations']['audit'];
  /** See constructs/single-table.ts. */
  restored: string | undefined;
}

/**
 * The table of the audit trail. It is separate so that a function that acts can add events but read none, and the function
 * that reads them can change none.
 */
export class Audit extends Construct {
  readonly tableName: string;
  /** The variables of the functions that write events. */
  readonly env: { AUDIT_TABLE_NAME: string; AUDIT_DAYS: string; AUDIT_ADDRESSES: string };
  private readonly table: SingleTable;

  constructor(scope: Construct, id: string, { settings, restored }: AuditProps) {
    super(scope, id);
    this.table = new SingleTable(this, 'Table', { restored });
    this.tableName = this.table.tableName;
    new StringParameter(this, 'TableName', { parameterName: auditTableParameter, stringValue: this.tableName });
    new StringParameter(this, 'Days', { parameterName: auditDaysParameter, stringValue: String(settings.days) });
    this.env = {
      AUDIT_TABLE_NAME: this.tableName,
      AUDIT_DAYS: String(settings.days),
      AUDIT_ADDRESSES: settings.addresses,
    };
  }

  /** An update counts a refusal. Every other event is a new item. */
  grantWrite(actor: NodeFunction<object>) {
    this.table.grant(actor, ['PutItem', 'UpdateItem']);
  }

  /** Grants what a function needs that serves no calls, and so has no refusals to count. */
  grantPut(actor: NodeFunction<object>) {
    this.table.grant(actor, ['PutItem']);
  }

  grantRead(reader: NodeFunction<object>) {
    this.table.grant(reader, ['Query', 'QueryIndex']);
  }
}
