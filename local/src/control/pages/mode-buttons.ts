import { type Html, html } from '../../http/html.ts';

/** Returns one button for each mode of a fake, with a note. */
export const modeButtons = (path: string, notes: Record<string, string>, current: string): Html =>
  html`<ul class="modes" id="${path.slice(path.lastIndexOf('/') + 1)}-modes" data-live>
    ${Object.entries(notes).map(
      ([mode, note]) =>
        html`<li>
          <form data-post="${path}">
            <button name="mode" value="${mode}" aria-pressed="${mode === current ? 'true' : 'false'}">${mode}</button>
            <span class="soft">${note}</span>
          </form>
        </li>`,
    )}
  </ul>`;
