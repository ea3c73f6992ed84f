import { frame, html } from '../../http/html.ts';

/** Shows the last lines of a function's log, the newest first. */
export const logPage = (logicalId: string, lines: readonly string[]) =>
  frame(
    logicalId,
    html`<h1>${logicalId}</h1>
      <pre id="log" data-live>${lines.toReversed().join('\n')}</pre>`,
  );
