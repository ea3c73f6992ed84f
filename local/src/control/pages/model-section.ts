import type { ModelMode } from '../../fakes/openai/modes.ts';
import { type Html, html } from '../../http/html.ts';
import { modeButtons } from './mode-buttons.ts';

export interface ModelState {
  mode: string;
  count: number;
}

const notes: Record<ModelMode, string> = {
  normal: 'Answers word by word.',
  fast: 'Answers at once.',
  slow: 'Waits four seconds, then answers slowly.',
  error401: 'Rejects the API key.',
  error429: 'Too many requests. Accepts another one after a second.',
  error500: 'Fails with a server error.',
  quota: 'The credit is used up.',
  gone: 'The model has been retired.',
  cut: 'Breaks the connection in the middle of the answer.',
  noStream: 'Refuses to stream, but answers in one piece.',
  silent: 'Accepts the question and never answers.',
  stalled: 'Sends half of the answer, then keeps the connection open.',
  echo: 'Repeats the messages that it was sent.',
};

export const modelSection = (model: ModelState | null): Html =>
  model
    ? html`<section>
        <h2>Model</h2>
        <p>The chat’s built-in model. Calls: <span id="model-count" data-live>${model.count}</span></p>
        ${modeButtons('/_local/model', notes, model.mode)}
      </section>`
    : html`<section>
        <h2>Model</h2>
        <p>A real model, named by OPENAI_API_KEY or OPENAI_BASE_URL.</p>
      </section>`;
