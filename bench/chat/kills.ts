import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { apiCaller, type Call } from '../../test/support/site/caller.ts';
import { startSite } from '../../test/support/site/site.ts';
import { median, row, seconds, type Row } from '../row.ts';

interface Kills {
  /** From the ready site to the end of each answer that the kill interrupted. */
  healedMs: number[];
  /** The failed answers, and those whose text differs from that of an answer without interruption. */
  wrong: number;
  answers: number;
  paidCalls: number;
}

const questionsEach = 3;
/** A kill comes at most this time after the questions. */
const maxDelayMs = 5_000;
const patienceMs = 60_000;

const Calls = z.object({ calls: z.array(z.unknown()) });

/** Kills the whole site again and again, each time while it answers three questions, and waits until all are answered. */
export async function measureKills(kills: number): Promise<Kills> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kills-'));
  const measured: Kills = { healedMs: [], wrong: 0, answers: 0, paidCalls: 0 };
  let site = await startSite({ dataDir });
  try {
    const cookie = await site.signIn('Ann');
    let call = apiCaller(site.origin, cookie, { asksAgain: true });
    const countCalls = async () => Calls.parse(await site.control('/model')).calls.length;
    const expected = (await answerOf(call, await ask(call))).text;
    let callsBefore = await countCalls();
    for (let kill = 0; kill < kills; kill += 1) {
      const ids = await Promise.all(Array.from({ length: questionsEach }, () => ask(call)));
      await wait((kill / kills) * maxDelayMs);
      measured.paidCalls += (await countCalls()) - callsBefore;
      await site.kill();
      site = await startSite({ dataDir });
      call = apiCaller(site.origin, cookie, { asksAgain: true });
      const readyAt = performance.now();
      for (const { text, endedAt, wasInterrupted } of await Promise.all(ids.map((id) => answerOf(call, id)))) {
        measured.answers += 1;
        if (text !== expected) measured.wrong += 1;
        if (wasInterrupted) measured.healedMs.push(endedAt - readyAt);
      }
      callsBefore = await countCalls();
      measured.paidCalls += callsBefore;
    }
    return measured;
  } finally {
    await site.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function ask(call: Call) {
  const body = { text: 'What is tea?' };
  return (await call('POST /api/chat/session/create_with_message', { body })).assistantSessionMessageId;
}

/** Polls each second, as a page does, until the answer has ended. */
async function answerOf(call: Call, sessionMessageId: string) {
  const deadline = performance.now() + patienceMs;
  for (let polls = 0; performance.now() < deadline; polls += 1) {
    const message = await call('GET /api/chat/session/message/{sessionMessageId}', { params: { sessionMessageId } });
    if (message.status === 'DONE' || message.status === 'FAILED')
      return { text: message.text, endedAt: performance.now(), wasInterrupted: polls > 0 };
    await wait(1000);
  }
  throw new Error(`An answer had no end within ${seconds(patienceMs)}.`);
}

export function killRows({ healedMs, wrong, answers, paidCalls }: Kills): Row[] {
  const [p50, most] = [median(healedMs), Math.max(...healedMs)];
  return [
    row(
      18,
      `chat: ${healedMs.length} answers of a killed site, from its restart to their ends, p50 and longest`,
      `${seconds(p50)}, ${seconds(most)}`,
      '≤ 12 s, ≤ 20 s',
      p50 <= 12_000 && most <= 20_000,
    ),
    row(
      18,
      `wrong or failed ones of ${answers}; calls to the model`,
      `${wrong}; ${paidCalls}`,
      '0; ≤ 2 each',
      wrong === 0 && paidCalls <= 2 * answers,
    ),
  ];
}
