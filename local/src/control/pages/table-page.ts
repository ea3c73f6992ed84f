import type { Json } from '../../json.ts';
import { frame, html } from '../../http/html.ts';
import type { TablePage } from '../tables.ts';

const first = ['pk', 'sk'];

/** A table's items as they are: the keys, and the rest as text. */
export const tablePage = (name: string, { items, next }: TablePage) =>
  frame(
    name,
    html`<h1>${name}</h1>
      <table>
        <thead>
          <tr>
            <th>pk</th>
            <th>sk</th>
            <th>the rest</th>
          </tr>
        </thead>
        <tbody>
          ${items.map(
            (item) =>
              html`<tr>
                ${first.map((key) => html`<td class="key">${shown(item[key])}</td>`)}
                <td class="code">${restOf(item)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      ${items.length === 0 ? html`<p class="soft">Nothing is in it.</p>` : undefined}
      ${next === null ? undefined : html`<p><a href="/_local/tables/${name}?after=${next}">next page</a></p>`}`,
  );

const shown = (value: Json | undefined) => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

const restOf = (item: Record<string, Json>) =>
  Object.keys(item)
    .filter((key) => !first.includes(key))
    .toSorted()
    .map((key) => `${key}: ${shown(item[key])}`)
    .join('\n');
