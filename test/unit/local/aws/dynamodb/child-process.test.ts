import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startChild } from 'local/aws/dynamodb/child-process';
import { listen } from 'local/http/listen';

/** A server of another process that answers on the port that the first try chose. */
const other = createServer();
let takenPort: number;
beforeAll(async () => {
  takenPort = await listen(other);
});
afterAll(() => void other.close());

const program = (port: number) =>
  `require('node:http').createServer().listen(${port}, '127.0.0.1', () => console.log('listening'));`;

describe('startChild', () => {
  it('tries another port when another process has taken the first one', async () => {
    const tried: number[] = [];
    const child = await startChild(
      'A server',
      (port) => {
        tried.push(port);
        return [process.execPath, '-e', program(tried.length === 1 ? takenPort : port)];
      },
      '/',
    );
    expect(tried).toHaveLength(2);
    expect(child.port).toBe(tried[1]);
    await child.stop();
  });

  it('reports the error output of a server that does not start', async () => {
    const failingCommand = ['sh', '-c', 'echo broken >&2; exit 1'];
    await expect(startChild('A server', () => failingCommand, '/')).rejects.toThrow('A server did not start: broken');
  });
});
