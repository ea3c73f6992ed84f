import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type FakeModel, startFakeModel } from 'local/fakes/openai/model';
import { eventually } from '../../../../support/eventually.ts';

const pace = { firstMs: 0, everyMs: 1, tokens: 20 };
let standIn: FakeModel;
beforeAll(async () => {
  standIn = await startFakeModel({ pace });
});
afterEach(() => standIn.setMode('normal'));
afterAll(() => standIn.close());

const question = { model: 'gpt-4o', messages: [{ role: 'user', content: 'What is tea?' }] };

const ask = (body: object, signal?: AbortSignal) =>
  fetch(`${standIn.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer key', 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });

describe('the fake model', () => {
  it('answers whole or as a stream, and says that it is a fake', async () => {
    const whole: unknown = await (await ask(question)).json();
    expect(whole).toMatchObject({
      choices: [{ message: { content: expect.stringContaining('stand-in') }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 3 },
    });
    const said = await (await ask({ ...question, stream: true, stream_options: { include_usage: true } })).text();
    expect(said).toMatch(/"finish_reason":"stop".*"usage":\{"prompt_tokens":3.*data: \[DONE\]\n\n$/s);
    expect(standIn.calls().at(-1)).toMatchObject({ stream: true, status: 200, end: 'whole' });
  });

  it.each([
    ['error401', 401, 'invalid_api_key'],
    ['error429', 429, 'rate_limit_exceeded'],
    ['error500', 500, null],
    ['quota', 429, 'insufficient_quota'],
    ['gone', 404, 'model_not_found'],
  ] as const)('in the mode %s answers %d', async (mode, status, code) => {
    standIn.setMode(mode);
    const response = await ask(question);
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
    expect(response.headers.get('retry-after')).toBe(mode === 'error429' ? '1' : null);
  });

  it('repeats the messages in the mode echo', async () => {
    standIn.setMode('echo');
    const messages = [{ role: 'system', content: 'Be\nbrief.' }, ...question.messages];
    expect(await (await ask({ ...question, messages })).json()).toMatchObject({
      choices: [
        {
          message: {
            content: expect.stringMatching(/1\. \*\*system\*\*: Be brief\.\n2\. \*\*user\*\*: What is tea\?$/),
          },
        },
      ],
    });
  });

  it('cuts the connection in the middle', async () => {
    standIn.setMode('cut');
    const response = await ask({ ...question, stream: true });
    await expect(response.text()).rejects.toThrow('terminated');
    expect(standIn.calls().at(-1)).toMatchObject({ end: 'cut' });
  });

  it('refuses only streams in the mode noStream', async () => {
    standIn.setMode('noStream');
    const response = await ask({ ...question, stream: true });
    expect([response.status, await response.json()]).toMatchObject([400, { error: { param: 'stream' } }]);
    expect((await ask(question)).status).toBe(200);
  });

  it('is silent until its caller leaves', async () => {
    standIn.setMode('silent');
    const leave = new AbortController();
    const response = await ask({ ...question, stream: true }, leave.signal);
    expect(response.status).toBe(200);
    leave.abort();
    await eventually(() => standIn.calls().at(-1)?.end === 'left');
  });

  it('sends half of a stalled answer until its caller leaves', async () => {
    standIn.setMode('stalled');
    const leave = new AbortController();
    const response = await ask({ ...question, stream: true }, leave.signal);
    const { value } = (await response.body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toContain('chat.completion.chunk');
    expect(standIn.calls().at(-1)?.end).toBeUndefined();
    leave.abort();
    await eventually(() => standIn.calls().at(-1)?.end === 'left');
  });

  it.each([
    [{ model: 'o1', max_tokens: 9 }, 'max_tokens'],
    [{ model: 'o3-mini', temperature: 0.5 }, 'temperature'],
    [{ model: 'o1', messages: [{ role: 'system', content: 'x' }] }, 'messages[0].role'],
    [{ model: 'o1-mini', messages: [{ role: 'developer', content: 'x' }] }, 'messages[0].role'],
  ])('refuses %j as OpenAI does', async (more, param) => {
    const response = await ask({ ...question, ...more });
    expect([response.status, await response.json()]).toMatchObject([400, { error: { param } }]);
  });

  it('refuses an invalid request', async () => {
    expect((await ask({ model: 'gpt-4o', messages: [] })).status).toBe(400);
    expect((await fetch(standIn.origin)).status).toBe(404);
  });

  it('keeps its mode over a restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'model-'));
    const first = await startFakeModel({ dataDir });
    first.setMode('slow');
    await first.close();
    const second = await startFakeModel({ dataDir });
    expect(second.mode).toBe('slow');
    await second.close();
    rmSync(dataDir, { recursive: true });
  });
});
