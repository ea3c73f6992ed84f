import type { Json } from '../../json.ts';
import { frame, html } from '../../http/html.ts';
import type { TablePage } from '../tables.ts';

const keyNames = ['pk', 'sk'];

/** Shows the items of a table: the keys, and the other attributes as text. */
export const tablePage = (name: string, { items, next }: TablePage) =>
  frame(
    name,
    html`<h1>${name}</h1>
      <table>
        <thead>
          <tr>
            <th>pk</th>
            <th>sk</th>
            <th>Attributes</th>
          </tr>
        </thead>
        <tbody>
          ${items.map(
            (item) =>
              html`<tr>
                ${keyNames.map((key) => html`<td class="key">${textOf(item[key])}</td>`)}
                <td class="code">${attributesOf(item)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      ${items.length === 0 ? html`<p class="soft">No items.</p>` : undefined}
      ${next === null ? undefined : html`<p><a href="/_local/tables/${name}?after=${next}">Next page</a></p>`}`,
  );

const textOf = (value: Json | undefined) => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

const attributesOf = (item: Record<string, Json>) =>
  Object.keys(item)
    .filter((key) => !keyNames.includes(key))
    .toSorted()
    .map((key) => `${key}: ${textOf(item[key])}`)
    .join('\n');
