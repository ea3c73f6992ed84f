import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { busyMonth, messageCost, pictureCost } from '../../../bench/busy-month.ts';

const operations = readFileSync('docs/operations.md', 'utf8').replaceAll(/\s+/g, ' ');
const paragraph = /A thousand pictures of 0\.5 MB.*?A thousand news/.exec(operations)?.[0] ?? '';
const dollars = (cost: number, digits: number) => `$${cost.toFixed(digits)}`;

it('a thousand pictures and ten thousand messages cost what docs/operations.md says', () => {
  const { sentOut, written, read, waiting, calls, apiGateway, keptEachMonth } = pictureCost(busyMonth.pictures);
  const { total, computing } = messageCost(busyMonth.messages);
  const said = [
    `in a month cost about ${dollars(sentOut + written + read + waiting + calls, 2)} without any free tier`,
    `leave S3 (${dollars(sentOut, 3)})`,
    `posted and copied (${dollars(written, 2)})`,
    `read four times (${dollars(read, 4)})`,
    `in the bucket of uploads (${dollars(waiting, 4)})`,
    `cost ${dollars(calls, 3)} together, of which API Gateway takes ${dollars(apiGateway, 3)}`,
    `that are kept cost ${dollars(keptEachMonth, 2)} in each month`,
    `the site itself costs about ${dollars(total, 2)} more`,
    `${dollars(computing, 2)} of it is Lambda's computing`,
  ];
  for (const each of said) expect(paragraph).toContain(each);
});
