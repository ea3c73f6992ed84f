import { Duration, Stack } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type * as envs from 'lambdas/notify/env';
import { notifyApi } from 'shared-types/contract/account/notify';
import { newsEvent } from 'shared-types/rules/notify/news-event';
import type { AppConfig } from '../config.ts';
import type { AppApi } from '../constructs/app-api.ts';
import { NodeFunction } from '../constructs/node-function.ts';
import { ScheduledCall } from '../constructs/scheduled-call.ts';
import { SingleTable } from '../constructs/single-table.ts';
import type { Sessions } from './sessions.ts';

interface NotifyProps {
  api: AppApi;
  sessions: Sessions;
  settings: AppConfig['news'];
  /** The site's own address, for links. */
  origin: string;
  /** constructs/single-table.ts describes this property. */
  restored: string | undefined;
}

/** The accounts of the sign-in, which tells news itself. */
interface Accounts {
  tableName: string;
  /** The addresses that may sign in with Google. */
  googleUsers: readonly string[];
  grantLookup(user: NodeFunction<object>): void;
}

/**
 * Tells people what the tools have found out, through the channels that each person has added. A tool stores its news in the
 * table, and puts an event that wakes the notifier on the bus.
 */
export class Notify extends Construct {
  readonly tableName: string;
  /** The variables of the functions that tell news. */
  readonly tellEnv: { NEWS_TABLE_NAME: string };
  private readonly table: SingleTable;
  private readonly mailFrom: string | null;
  /** The variables of both functions. */
  private readonly env: Record<keyof typeof envs.notifyEnv, string>;

  constructor(scope: Construct, id: string, { api, sessions, settings, origin, restored }: NotifyProps) {
    super(scope, id);
    this.table = new SingleTable(this, 'Table', { restored });
    this.tableName = this.table.tableName;
    this.mailFrom = settings.mailFrom;
    this.tellEnv = { NEWS_TABLE_NAME: this.tableName };
    this.env = {
      TABLE_NAME: this.tableName,
      SITE_ORIGIN: origin,
      MAIL_FROM: settings.mailFrom ?? '',
      OUTSIDE_PROXY: settings.outsideProxy ?? '',
    };
    const http = new NodeFunction<typeof envs.httpEnv>(this, 'Http', {
      entry: 'notify/http.lambda.ts',
      description: 'Answers the calls about channels and what they tell',
      env: { ...this.env, SESSIONS_TABLE_NAME: sessions.tableName, ORIGIN_VERIFY: api.originVerify },
    });
    sessions.grantLookup(http);
    this.table.grant(http, ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem']);
    if (settings.mailFrom !== null) {
      // SES mails a link to this address, and sends from it once the link has been opened.
      new EmailIdentity(this, 'MailFrom', { identity: Identity.email(settings.mailFrom) });
    }
    this.allowMail(http);
    this.allowWake(http);
    api.serve(notifyApi, http);
  }

  /** Adds the function that hands out the news. It needs the accounts, which exist by then, to find out who may not sign in. */
  addNotifier(accounts: Accounts) {
    const notifier = new NodeFunction<typeof envs.notifierEnv>(this, 'Notifier', {
      entry: 'notify/notifier.lambda.ts',
      description: 'Tells people news through their channels',
      timeout: Duration.minutes(2),
      env: {
        ...this.env,
        AUTH_TABLE_NAME: accounts.tableName,
        GOOGLE_USERS: JSON.stringify(accounts.googleUsers),
      },
    });
    accounts.grantLookup(notifier);
    new Rule(this, 'Told', {
      description: 'A tool has stored news',
      eventPattern: { source: [newsEvent.source], detailType: [newsEvent.detailType] },
      targets: [new LambdaFunction(notifier, { retryAttempts: 2, maxEventAge: Duration.hours(1) })],
    });
    // It finds digests, the ends of quiet hours, later attempts, and news whose event was lost. Mostly nothing is due, and the
    // run ends after one small query.
    new ScheduledCall(this, 'Due', {
      description: 'Tells news that is due',
      expression: 'rate(15 minutes)',
      timeZone: 'UTC',
      window: undefined,
      call: notifier,
      queue: undefined,
    });
    this.table.grant(notifier, [
      'GetItem',
      'Query',
      'QueryIndex',
      'BatchGetItem',
      'PutItem',
      'UpdateItem',
      'DeleteItem',
    ]);
    this.allowMail(notifier);
    this.allowWake(notifier);
  }

  /** Allows finding out who has a channel. */
  grantListReaders(teller: NodeFunction<object>) {
    this.table.grant(teller, ['Query']);
  }

  grantTell(teller: NodeFunction<object>) {
    this.table.grant(teller, ['PutItem']);
    this.allowWake(teller);
  }

  /** Both functions tell news, too: that a channel is off or removed. */
  private allowWake(teller: NodeFunction<object>) {
    const bus = Stack.of(this).formatArn({ service: 'events', resource: 'event-bus', resourceName: 'default' });
    teller.addToRolePolicy(
      new PolicyStatement({
        actions: ['events:PutEvents'],
        resources: [bus],
        conditions: { StringEquals: { 'events:source': newsEvent.source, 'events:detail-type': newsEvent.detailType } },
      }),
    );
  }

  private allowMail(sender: NodeFunction<object>) {
    if (this.mailFrom === null) return;
    // Outside the sandbox SES asks for the identity of the sender only, and in it for that of the recipient as well.
    const identities = Stack.of(this).formatArn({ service: 'ses', resource: 'identity', resourceName: '*' });
    const conditions = { StringEquals: { 'ses:FromAddress': this.mailFrom } };
    sender.addToRolePolicy(new PolicyStatement({ actions: ['ses:SendEmail'], resources: [identities], conditions }));
  }
}
