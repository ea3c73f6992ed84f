/** Splits at the ends of lines. A carriage return at the end of a piece may be half of a line end, so it is kept back. */
const lineEnd = /\r\n|\n|\r(?!$)/;

interface StreamEvent {
  data: string;
  /** The event is named `error`, or its data stands in a field of this name. */
  isError: boolean;
}

/** Reads the events of a server-sent event stream. Comments and other fields are skipped. */
export async function* streamEvents(pieces: AsyncIterable<string>): AsyncIterable<StreamEvent> {
  let rest = '';
  let fields: Field[] = [];
  for await (const piece of pieces) {
    const lines = (rest + piece).split(lineEnd);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line !== '') fields.push(fieldOf(line));
      else yield* eventOf(fields.splice(0));
    }
  }
  // Some servers close the connection without the empty line that ends the last event.
  yield* eventOf([...fields, fieldOf(rest.trimEnd())]);
}

type Field = readonly [name: string, value: string];

function fieldOf(line: string): Field {
  const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
  return [name, value];
}

function eventOf(fields: readonly Field[]): StreamEvent[] {
  const isError = fields.some(([name, value]) => name === 'error' || (name === 'event' && value.trim() === 'error'));
  const data = fields.filter(([name]) => name === 'data' || name === 'error').map(([, value]) => value);
  return data.length > 0 ? [{ data: data.join('\n'), isError }] : [];
}
