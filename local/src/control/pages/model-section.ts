import type { ModelMode } from '../../fakes/openai/modes.ts';
import { type Html, html } from '../../http/html.ts';
import { modeButtons } from './mode-buttons.ts';

export interface ModelState {
  mode: string;
  count: number;
}

const notes: Record<ModelMode, string> = {
  normal: 'answers, and says that it is a stand-in',
  fast: 'the same, at once',
  slow: 'four seconds of silence, then word by word',
  error401: 'refuses the key',
  error429: 'too many requests, try again in a second',
  error500: 'an error of its own',
  quota: 'the credit is used up',
  gone: 'this model has been retired',
  cut: 'breaks the connection in the middle',
  noStream: 'refuses to stream, answers in one piece',
  silent: 'takes the question and says nothing',
  echo: 'says back what it was sent: all that the model remembers',
};

export const modelSection = (model: ModelState | null): Html =>
  model
    ? html`<section>
        <h2>Model</h2>
        <p>The chat's built-in stand-in, asked <span id="model-count" data-live>${model.count}</span> times.</p>
        ${modeButtons('/_local/model', notes, model.mode)}
      </section>`
    : html`<section>
        <h2>Model</h2>
        <p>Another one, named by OPENAI_API_KEY or OPENAI_BASE_URL.</p>
      </section>`;
