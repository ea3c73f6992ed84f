import { execFile, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { AppConfig, cdkContext } from 'infra/config';
import { statusOf } from 'shared-types/contract/errors';
import { listen } from 'local/http/listen';
import * as z from 'zod';
import { silentPort } from '../../support/silent-port.ts';
import { synthesize } from '../../support/aws/template.ts';

const { operations } = AppConfig.parse(cdkContext());
// The settings name no address for alarms, so they go to the owner's.
const template = await synthesize({
  owner: 'owner@example.org',
  operations: {
    ...operations,
    monthlyBudget: 10,
    originVerify: { sent: 2, alsoGood: 1 },
    restoredTables: { chat: 'chat-before-the-accident' },
  },
});
const only = <Value>(values: Value[]): Value => {
  const [value, ...others] = values;
  if (value === undefined || others.length > 0) throw new Error(`expected one, found ${values.length}`);
  return value;
};
const idsOf = (type: string) => template.ofType(type).map(({ id }) => id);

const Alarm = z.object({
  AlarmDescription: z.string(),
  AlarmActions: z.array(z.object({ Ref: z.string() })),
  Namespace: z.string(),
  MetricName: z.string(),
  Period: z.number(),
  Threshold: z.number(),
  TreatMissingData: z.string(),
  Dimensions: z.array(z.unknown()).default([]),
});
const alarms = template.ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => Alarm.parse(Properties));
const Filter = z.object({
  FilterPattern: z.string(),
  LogGroupName: z.object({ Ref: z.string() }),
  MetricTransformations: z.tuple([z.object({ MetricName: z.string(), MetricNamespace: z.string() })]),
});
const filters = template.ofType('AWS::Logs::MetricFilter').map(({ Properties }) => Filter.parse(Properties));
const filtersOf = (metric: string) =>
  filters.filter(({ MetricTransformations: [{ MetricName }] }) => MetricName === metric);

const patterns = (metric: string) =>
  filtersOf(metric).map(({ FilterPattern, LogGroupName }) => `${FilterPattern} in ${LogGroupName.Ref}`);

describe('the alarms', () => {
  it('say what is lost and what to do, and notify the owner', () => {
    const topic = only(idsOf('AWS::SNS::Topic').filter((id) => id.startsWith('OperationsAlerts')));
    expect(alarms.length).toBeGreaterThan(5);
    for (const { AlarmDescription: words, AlarmActions: actions, TreatMissingData: silence } of alarms) {
      expect(words).toMatch(/^[A-Z].{40,}\. What to do: .{40,}\.$/);
      // CloudWatch takes no more.
      expect(words.length).toBeLessThanOrEqual(1024);
      expect(actions).toEqual([{ Ref: topic }]);
      expect(silence).toBe('notBreaching');
    }
    expect(only(template.ofType('AWS::SNS::Subscription')).Properties).toMatchObject({
      Protocol: 'email',
      Endpoint: 'owner@example.org',
    });
    const policies = template.ofType('AWS::SNS::TopicPolicy').filter(({ id }) => id.startsWith('OperationsAlerts'));
    const policy = JSON.stringify(only(policies).Properties);
    expect(policy).toContain('"Principal":{"Service":"cloudwatch.amazonaws.com"}');
  });

  it('stay within the free number', () => {
    expect(alarms.length).toBeLessThanOrEqual(10);
    expect(new Set(filters.map(({ MetricTransformations: [{ MetricName }] }) => MetricName)).size).toBeLessThan(10);
  });

  it('watch every queue for dead letters and old records', () => {
    for (const queue of idsOf('AWS::SQS::Queue')) {
      const ofQueue = alarms.filter(({ Dimensions: dimensions }) => JSON.stringify(dimensions).includes(`"${queue}"`));
      const isLast = queue.includes('DeadLetters');
      const [metric, least] = isLast
        ? ['ApproximateNumberOfMessagesVisible', 1]
        : ['ApproximateAgeOfOldestMessage', 900];
      const { MetricName, Threshold } = only(ofQueue);
      expect([MetricName, Math.min(Threshold, 900)]).toEqual([metric, least]);
    }
  });

  it("count every failing function, from its own log line or Lambda's", () => {
    const Logged = z.object({ LoggingConfig: z.object({ LogGroup: z.object({ Ref: z.string() }) }) });
    const logs = template
      .ofType('AWS::Lambda::Function')
      .filter(({ id }) => !id.startsWith('CustomCDKBucketDeployment'))
      .map(({ Properties }) => Logged.parse(Properties).LoggingConfig.LogGroup.Ref);
    expect(logs.length).toBeGreaterThan(5);
    const unavailable = filtersOf('FailedRequests').filter(({ FilterPattern }) =>
      FilterPattern.includes('unavailable'),
    );
    for (const filtered of [filtersOf('Failures'), unavailable]) {
      expect(filtered.map(({ LogGroupName: { Ref } }) => Ref)).toEqual(expect.arrayContaining(logs));
    }
    expect(filtersOf('Failures')[0]?.FilterPattern).toBe('?"ERROR" ?"Task timed out" ?"Runtime exited"');
  });

  it('have one alarm for each metric of the logs, and one for all refusals together', () => {
    const counted = new Set(filters.map(({ MetricTransformations: [{ MetricName }] }) => MetricName));
    const own = alarms.filter(({ Namespace }) => Namespace === 'HomePage').map(({ MetricName }) => MetricName);
    const sorts = ['RefusedSignIns', 'ForbiddenCalls', 'LimitedCalls'];
    expect(new Set([...own, ...sorts])).toEqual(counted);
    expect(own).toHaveLength(counted.size - sorts.length);
    expect(patterns('Refusals').toSorted()).toEqual(sorts.flatMap(patterns).toSorted());
  });

  it('count refused sign-ins by their error codes, and other refusals by their status', () => {
    const text = filtersOf('RefusedSignIns')[0]?.FilterPattern ?? '';
    const codes = [...text.matchAll(/\?"(\w+)"/g)].map(([, code = '']) => code);
    const refusals = ['incorrectUsernameOrPassword', 'wrongCode', 'signUpRefused', 'confirmRefused', 'resetRefused'];
    expect(codes).toEqual([...refusals, 'notAllowed']);
    expect(Object.keys(statusOf)).toEqual(expect.arrayContaining(refusals));
    expect(filtersOf('RefusedSignIns').map(({ LogGroupName: { Ref } }) => Ref)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^AuthHttpLog/)]),
    );
    for (const [metric, status] of [
      ['ForbiddenCalls', statusOf.forbidden],
      ['LimitedCalls', statusOf.tooMany],
    ] as const) {
      const { FilterPattern: pattern, LogGroupName } = only(filtersOf(metric));
      expect([pattern, LogGroupName.Ref]).toEqual([
        `{ $.status = "${status}" }`,
        expect.stringMatching(/^ApiAccessLog/),
      ]);
    }
  });

  it("match the functions' log lines", () => {
    const phrases = filters.flatMap(({ FilterPattern }) => /^"([a-z ]+)"$/.exec(FilterPattern)?.[1] ?? []);
    expect(new Set(phrases)).toEqual(new Set(['service unavailable', 'community not read']));
    for (const phrase of phrases) {
      expect(spawnSync('git', ['grep', '-q', `log('warn', '${phrase}'`, '--', 'lambdas/src']).status).toBe(0);
    }
  });

  it('cover failed calls, failed actions and unread communities', () => {
    expect(filtersOf('FailedRequests').map(({ LogGroupName: { Ref } }) => Ref)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^ApiAccessLog/)]),
    );
    expect(only(filtersOf('FailedActions')).LogGroupName.Ref).toMatch(/^StacksWorkflowLog/);
    const monitor = filtersOf('CommunitiesNotRead').map(({ LogGroupName: { Ref } }) => Ref);
    expect(monitor.some((name) => name.startsWith('LJMonitorRefreshLog'))).toBe(true);
    expect(monitor.filter((name) => !name.startsWith('LJMonitor'))).toEqual([]);
  });
});

describe('the dashboard', () => {
  it('shows every alarm, function, queue and table within the free number of metrics', () => {
    const body = JSON.stringify(only(template.ofType('AWS::CloudWatch::Dashboard')).Properties);
    const shown = ['AWS::CloudWatch::Alarm', 'AWS::SQS::Queue', 'AWS::DynamoDB::Table'].flatMap(idsOf);
    // It leaves out CDK's own function, and that of a command, which says itself how it ends.
    const functions = idsOf('AWS::Lambda::Function').filter((id) => !/^(CustomCDKBucketDeployment|ChatPacks)/.test(id));
    const replaced = idsOf('AWS::DynamoDB::Table').filter((id) => id.startsWith('ChatTable'));
    const missing = [...shown, ...functions].filter((id) => !body.includes(`"${id}"`));
    expect(missing).toEqual(replaced);
    expect(body).toContain('chat-before-the-accident');
    expect(body.split('AWS/').length - 1).toBeLessThanOrEqual(50);
  });
});

describe('the budget', () => {
  it('warns the owner before it is used up', () => {
    expect(only(template.ofType('AWS::Budgets::Budget')).Properties).toMatchObject({
      Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 10, Unit: 'USD' } },
      NotificationsWithSubscribers: [
        {
          Notification: { NotificationType: 'ACTUAL', Threshold: 80 },
          Subscribers: [{ Address: 'owner@example.org' }],
        },
        { Notification: { NotificationType: 'FORECASTED', Threshold: 100 } },
      ],
    });
  });

  it.each<[string, object, string[]]>([
    ['no budget', { monthlyBudget: null }, ['monthlyBudget']],
    ['no address', { alarmsTo: 'owner' }, ['alarmsTo']],
    ['nothing to spend', { alarmsTo: 'owner@example.org', monthlyBudget: 0 }, ['monthlyBudget']],
    ['an unknown table', { restoredTables: { houses: 'restored' } }, ['restoredTables']],
    ['a table without a name', { restoredTables: { chat: 'a b' } }, ['restoredTables', 'chat']],
  ])('is refused with %s', (_, wrong, path) => {
    const result = AppConfig.shape.operations.safeParse({ ...operations, ...wrong });
    expect(result.error?.issues.map((issue) => issue.path)).toEqual([path]);
  });
});

const variablesOf = (id: string) =>
  z
    .object({ Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }) })
    .parse(only(template.ofType('AWS::Lambda::Function').filter((each) => each.id.startsWith(id))).Properties)
    .Environment.Variables;

describe('a restored table', () => {
  it("replaces the stack's own table, which is kept", () => {
    expect(variablesOf('ChatHttp')['TABLE_NAME']).toBe('chat-before-the-accident');
    expect(variablesOf('ChatGenerate')['TABLE_NAME']).toBe('chat-before-the-accident');
    expect(variablesOf('AuthHttp')['TABLE_NAME']).toEqual({ Ref: expect.stringMatching(/^AuthTable/) });
    const policies = template.policies.map(({ document }) => JSON.stringify(document));
    expect(policies.filter((policy) => policy.includes(':table/chat-before-the-accident')).length).toBe(3);
    expect(policies.filter((policy) => policy.includes('"ChatTable'))).toEqual([]);
    const own = template.ofType('AWS::DynamoDB::Table').filter(({ id }) => id.startsWith('ChatTable'));
    expect(only(own)).toMatchObject({ DeletionPolicy: 'RetainExceptOnCreate', UpdateReplacePolicy: 'Retain' });
  });
});

const value = (version: number) => `{{resolve:ssm:/home-page/origin-verify:${version}}}`;

describe('the secret between edge and API', () => {
  it('is sent in one version and accepted in two during a rotation', () => {
    const distribution = JSON.stringify(only(template.ofType('AWS::CloudFront::Distribution')).Properties);
    expect(distribution).toContain(`"HeaderValue":"${value(2)}"`);
    expect(distribution).not.toContain(value(1));
    for (const id of ['AuthHttp', 'ChatHttp', 'LJMonitorHttp', 'StacksHttp']) {
      expect(variablesOf(id)['ORIGIN_VERIFY']).toBe(`${value(2)},${value(1)}`);
    }
  });

  it('gets a new version from `npm run rotate`, which prints the next steps', async () => {
    const asked: unknown[] = [];
    const parameterStore = createServer((request, response) => {
      const target = request.headers['x-amz-target'];
      const isPut = target === 'AmazonSSM.PutParameter';
      asked.push(target, json(request));
      response.setHeader('content-type', 'application/x-amz-json-1.1');
      response.end(JSON.stringify(isPut ? { Version: 7 } : { Parameter: { Name: '/home-page/origin-verify' } }));
    });
    const env = {
      PATH: process.env['PATH'],
      AWS_ENDPOINT_URL: `http://127.0.0.1:${await listen(parameterStore)}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'AKIDOWNER',
      AWS_SECRET_ACCESS_KEY: 'x',
    };
    const { stdout } = await promisify(execFile)('node', ['bin/rotate.ts'], { env });
    parameterStore.close();
    const Put = z.strictObject({
      Name: z.literal('/home-page/origin-verify'),
      Value: z.string().regex(/^[\w-]{43}$/),
      Type: z.literal('String'),
      Overwrite: z.literal(true),
    });
    const [looked, , operation, body, ...more] = await Promise.all(asked);
    expect([looked, operation, more]).toEqual(['AmazonSSM.GetParameter', 'AmazonSSM.PutParameter', []]);
    const { Value: secret } = Put.parse(body);
    const steps = stdout.match(/\{.*\}/g) ?? [];
    expect(steps.map((step) => AppConfig.shape.operations.shape.originVerify.parse(JSON.parse(step)))).toEqual([
      { sent: 1, alsoGood: 7 },
      { sent: 7, alsoGood: 1 },
      { sent: 7, alsoGood: null },
    ]);
    expect(stdout).not.toContain(secret);
  });

  it('is not made by `npm run rotate` in an account that no setup has prepared', async () => {
    const parameterStore = createServer((_, response) =>
      response.writeHead(400, { 'content-type': 'application/x-amz-json-1.1' }).end('{"__type":"ParameterNotFound"}'),
    );
    const env = { PATH: process.env['PATH'], SITE_FILE: '', AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'A' };
    const AWS_ENDPOINT_URL = `http://127.0.0.1:${await listen(parameterStore)}`;
    const run = promisify(execFile)('node', ['bin/rotate.ts'], {
      env: { ...env, AWS_SECRET_ACCESS_KEY: 'x', AWS_ENDPOINT_URL },
    });
    await expect(run).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'There is no /home-page/origin-verify here to rotate. It comes from: npm run setup\n',
    });
    parameterStore.close();
  });
});

describe('the audit', () => {
  it.each([
    ['without failing the build', {}, 0],
    ['and fails where it is required', { AUDIT_REQUIRED: 'true' }, 1],
  ])('reports that it could not run when the registry does not answer, %s', async (_, env, exitCode) => {
    const silent = await silentPort();
    const child = spawn('node', ['tools/audit.ts'], {
      env: { ...process.env, ...env, npm_config_registry: silent.origin },
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const code = await new Promise((resolve) => child.on('close', resolve));
    silent.close();
    expect([code, said]).toEqual([
      exitCode,
      expect.stringMatching(/^NOT AUDITED: the registry does not tell \(.*ECONNREFUSED/),
    ]);
  });
});
