import type { ChannelMessage } from '../../fakes/channels/channels.ts';
import { type Html, html } from '../../http/html.ts';

/** Shows the messages that the services of people's channels took. */
export const channelsSection = (messages: readonly ChannelMessage[]): Html =>
  html`<section>
    <h2>Channels</h2>
    <table id="channels" data-live>
      <thead>
        <tr>
          <th>Service</th>
          <th>Host</th>
          <th>Message</th>
        </tr>
      </thead>
      <tbody>
        ${messages.map(
          ({ service, host, title, text, url }) =>
            html`<tr>
              <td>${service}</td>
              <td>${host}</td>
              <td>
                <details>
                  <summary>${title}</summary>
                  <pre>${text}</pre>
                </details>
                ${url === undefined ? undefined : html`<a href="${url}">Open</a>`}
              </td>
            </tr>`,
        )}
        ${
          messages.length === 0
            ? html`<tr>
                <td colspan="3" class="soft">No messages yet.</td>
              </tr>`
            : undefined
        }
      </tbody>
    </table>
  </section>`;
