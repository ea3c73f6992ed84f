const section = (number: number) => `## ${number}. What a query costs

A query reads *every* item that it returns, **rounded up** to 4 KB in total; see the
[documentation](https://docs.example.org/queries?part=${number}) and \`ConsumedCapacity\`. Half of that is enough for
reads that need not be the newest, and nothing is charged for what a filter leaves out of *another* page.

1. Ask for one page with \`Limit: 20\`, newest first.
2. Hand its last key back:
   - as the start of the next page,
   - and never as a number of pages to skip.
3. Stop at an empty page.

\`\`\`ts
const page${number} = await client.query({
  TableName: 'chat',
  KeyConditionExpression: 'pk = :pk',
  ScanIndexForward: false,
  ExclusiveStartKey: lastKey,
});
\`\`\`

| items | units | why |
|:------|------:|-----|
| 20 short ones | 0.5 | they fit into 4 KB |
| 20 long ones | 50 | 400 KB in \`4 KB\` steps |

> What surprises people: a filter does not make it cheaper.

`;

/** Returns an answer as long as asked, as models write them: headings, lists, code, a table, links. */
export function answerOf(bytes: number): string {
  let text = '';
  for (let number = 1; text.length < bytes; number += 1) text += section(number);
  return text.slice(0, bytes);
}
