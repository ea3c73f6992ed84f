/** Splits at the ends of lines. A carriage return at the end of a piece may be half of a line end, so it is kept back. */
const lineEnd = /\r\n|\n|\r(?!$)/;

/** Reads the data of each event of a server-sent event stream. Comments and other fields are skipped. */
export async function* eventData(pieces: AsyncIterable<string>): AsyncIterable<string> {
  let rest = '';
  let data: string[] = [];
  for await (const piece of pieces) {
    const lines = (rest + piece).split(lineEnd);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line !== '') data.push(...dataOf(line));
      else if (data.length > 0) yield data.splice(0).join('\n');
    }
  }
  // Some servers close the connection without the empty line that ends the last event.
  data = [...data, ...dataOf(rest.trimEnd())];
  if (data.length > 0) yield data.join('\n');
}

const dataOf = (line: string) => (line.startsWith('data:') ? [line.slice('data:'.length).replace(/^ /, '')] : []);
