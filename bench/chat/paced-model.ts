import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { listen } from 'local/http/listen';

export const charactersPerToken = 4;
const stepsPerSecond = 20;

export interface Sent {
  atMs: number;
  /** The characters of the answer up to here. */
  length: number;
}

/**
 * Starts a provider that streams a plain text at a steady rate and notes the time of each piece. It follows its own plan: a
 * late piece does not delay the next ones. What is asked after that is for a title, and has one word.
 */
export async function startPacedModel(tokens: number, tokensPerSecond: number) {
  const text = 'tea '.repeat(tokens);
  const sent: Sent[] = [];
  let isBegun = false;
  const server = createServer((request, response): void => {
    request.resume();
    // It has no list of models.
    if (request.method === 'GET') return void response.writeHead(404).end();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const write = (delta: object, finish: string | null = null) =>
      response.write(
        `data: ${JSON.stringify({
          id: 'paced',
          object: 'chat.completion.chunk',
          created: 1,
          model: 'gpt-4o',
          choices: [{ index: 0, delta, finish_reason: finish }],
        })}\n\n`,
      );
    const isTitle = isBegun;
    isBegun = true;
    const end = () => {
      write({}, 'stop');
      response.end('data: [DONE]\n\n');
    };
    const stream = async () => {
      const startMs = Date.now();
      const step = Math.ceil((tokensPerSecond / stepsPerSecond) * charactersPerToken);
      for (let from = 0; from < text.length; from += step) {
        await wait(Math.max(0, startMs + (sent.length * 1000) / stepsPerSecond - Date.now()));
        write({ content: text.slice(from, from + step) });
        sent.push({ atMs: Date.now(), length: Math.min(from + step, text.length) });
      }
      end();
    };
    if (isTitle) {
      write({ content: 'Tea' });
      end();
    } else {
      void stream();
    }
  });
  return {
    baseUrl: `http://127.0.0.1:${await listen(server)}/v1`,
    sent,
    length: text.length,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
