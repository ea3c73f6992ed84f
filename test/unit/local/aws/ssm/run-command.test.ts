import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { GetCommandInvocationCommand, SendCommandCommand, SSMClient } from '@aws-sdk/client-ssm';
import { ssmReportCommand, ssmWarningCommand } from 'lambdas/stack/watch/watch-command-client';
import { ssmConsole } from 'lambdas/stack/console/console-client';
import { listLines } from 'lambdas/stack/console/player-lists';
import { consoleParameters } from 'infra/game-server/documents/console-document';
import { isPlayerName, maxAllowedPlayers, maxCommandLength, maxOperators } from 'shared-types/rules/stack/console';
import { type CommandResult, runCommand } from 'local/aws/ssm/run-command';
import { ssmService } from 'local/aws/ssm/ssm';
import { listen } from 'local/http/listen';
import * as z from 'zod';
import { resource } from '../../template/resource.ts';

const document = resource('AWS::SSM::Document', 'Console', {
  DocumentType: 'Command',
  Content: {
    schemaVersion: '2.2',
    parameters: consoleParameters,
  },
});
const report = resource('AWS::SSM::Document', 'Report', { DocumentType: 'Command', Content: { schemaVersion: '2.2' } });
const warning = resource('AWS::SSM::Document', 'Warning', {
  DocumentType: 'Command',
  Content: { schemaVersion: '2.2', parameters: { Minutes: { type: 'String', description: 'Minutes' } } },
});
const place = { account: '1', region: 'us-east-1' };
let nowMs = 0;
let result: CommandResult | undefined;
const received: Record<string, string>[] = [];
const commands = runCommand({
  ...place,
  resources: [document, report, warning],
  clock: { now: () => nowMs },
  deliver(_, parameters) {
    received.push(parameters);
    return result;
  },
});
const service = ssmService({}, {}, place, commands);
const Input = z.record(z.string(), z.json());
const server = createServer((request, response) => {
  const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
  void json(request).then(async (body) =>
    service.serve({ operation, input: Input.parse(body), headers: {}, body: Buffer.alloc(0) }, response),
  );
});
let client: SSMClient;
let gameConsole: ReturnType<typeof ssmConsole>;
const environment = { ...process.env };
beforeAll(async () => {
  const endpoint = `http://127.0.0.1:${await listen(server)}`;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  client = new SSMClient({ endpoint, region: place.region, credentials });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: endpoint,
    AWS_REGION: place.region,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  gameConsole = ssmConsole(document.ref);
});
beforeEach(() => {
  received.length = 0;
  nowMs = 0;
});
afterAll(() => {
  process.env = environment;
  client.destroy();
  server.close();
  server.closeAllConnections();
});

const send = async (Parameters: Record<string, string[]>) =>
  (
    await client.send(
      new SendCommandCommand({ DocumentName: document.ref, InstanceIds: ['i-1'], TimeoutSeconds: 30, Parameters }),
    )
  ).Command?.CommandId;
const ask = (CommandId: string | undefined, InstanceId = 'i-1') =>
  client.send(new GetCommandInvocationCommand({ CommandId, InstanceId }));

describe('the output of a command', () => {
  it('comes after some time, and has 24,000 characters at most', async () => {
    result = { output: 'x'.repeat(30_000) };
    const id = await send({ Verb: ['log'], Data: [''] });
    await expect(ask(id)).rejects.toMatchObject({ name: 'InvocationDoesNotExist' });
    const seen = [];
    for (nowMs = 300; nowMs < 2000; nowMs += 600) seen.push((await ask(id)).Status);
    expect(seen).toEqual(['Pending', 'InProgress', 'Success']);
    expect((await ask(id)).StandardOutputContent).toHaveLength(24_000);
    await expect(ask(id, 'i-2')).rejects.toMatchObject({ name: 'InvocationDoesNotExist' });
  });

  it('is refused for parameters outside the pattern of the document', async () => {
    for (const Data of ["'; reboot; '", 'YQ==\n', '$(reboot)'])
      await expect(send({ Verb: ['command'], Data: [Data] })).rejects.toMatchObject({ name: 'InvalidParameters' });
    expect(received).toEqual([]);
  });
});

const passing = (waitMs: number) => async () => void (nowMs += waitMs);

describe.each([
  ['to report', (waitMs: number) => ssmReportCommand(report.ref, passing(waitMs)).isTaken('i-1')],
  ['to warn the players', (waitMs: number) => ssmWarningCommand(warning.ref, passing(waitMs))('i-1', 15)],
])('the command %s', (_, sendCommand) => {
  /** Sends the command. Each wait takes this time. */
  const taken = (given: CommandResult | undefined, waitMs: number) => {
    result = given;
    return sendCommand(waitMs);
  };

  it('is taken when the agent has fetched it, also by a game that fails', async () => {
    expect(await taken({}, 1000)).toBe(true);
    expect(await taken({ error: 'no' }, 1000)).toBe(true);
  });

  it('is not taken while no agent fetches it, or SSM refuses it', async () => {
    expect(await taken({}, 10)).toBe(false);
    expect(await taken(undefined, 1000)).toBe(false);
  });
});

/** Returns names of players, each as long as they may be. */
const names = (count: number) => Array.from({ length: count }, () => '你'.repeat(40));

describe('the console of a game', () => {
  it.each([
    [{ output: 'Grüße\n' }, { state: 'done', output: 'Grüße\n' }],
    [
      { error: 'The game is not running.\nfailed to run commands: exit status 1' },
      { state: 'failed', output: 'The game is not running.' },
    ],
    [
      { error: '' },
      {
        state: 'failed',
        output: 'The command was cut off. It may have had its effect: read the log before you send it again.',
      },
    ],
  ])('sends a line in base64, and waits for its output: %#', async (given, expected) => {
    result = given;
    nowMs = 0;
    const id = await gameConsole.send('i-1', 'command', "say 'Grüße'; 你好");
    expect(Buffer.from(received[0]?.['Data'] ?? '', 'base64').toString()).toBe("say 'Grüße'; 你好");
    expect(await gameConsole.outputOf('i-1', id ?? '')).toEqual({ state: 'pending', output: '' });
    nowMs = 900;
    expect(await gameConsole.outputOf('i-1', id ?? '')).toEqual({ state: 'pending', output: '' });
    nowMs = 1600;
    expect(await gameConsole.outputOf('i-1', id ?? '')).toEqual(expected);
  });

  it.each([
    ['Delivery Timed Out', 30_000, /^The server did not take the command\. Try again in a minute\./],
    ['Execution Timed Out', 60_000, /^The command was cut off\. It may have had its effect: read the log/],
  ] as const)('says what became of a lost command, and what to do: %s', async (end, timeoutMs, sentence) => {
    result = { end };
    const id = (await gameConsole.send('i-1', 'command', 'list')) ?? '';
    nowMs = timeoutMs - 1;
    expect(await gameConsole.outputOf('i-1', id)).toEqual({ state: 'pending', output: '' });
    nowMs = timeoutMs;
    expect(await gameConsole.outputOf('i-1', id)).toEqual({ state: 'failed', output: expect.stringMatching(sentence) });
  });

  it('gives two commands that are sent at once an output each', async () => {
    result = { output: 'one' };
    const one = await gameConsole.send('i-1', 'command', 'list');
    result = { output: 'two' };
    const two = await gameConsole.send('i-1', 'command', 'list');
    nowMs = 1600;
    expect(await gameConsole.outputOf('i-1', two ?? '')).toEqual({ state: 'done', output: 'two' });
    expect(await gameConsole.outputOf('i-1', one ?? '')).toEqual({ state: 'done', output: 'one' });
  });

  it('has a place in the document for the longest line and the longest lists', async () => {
    result = {};
    expect(await gameConsole.send('i-1', 'command', '你'.repeat(maxCommandLength))).toBeDefined();
    expect(names(1).every(isPlayerName)).toBe(true);
    const lists = { isAllowListOn: true, allowed: names(maxAllowedPlayers), operators: names(maxOperators) };
    expect(await gameConsole.send('i-1', 'players', listLines(lists, new Date()))).toBeDefined();
  });

  it('takes nothing for an instance whose agent is silent', async () => {
    result = undefined;
    expect(await gameConsole.send('i-1', 'log')).toBeUndefined();
  });
});
