import type { Mail } from '../../mailbox.ts';
import { type Html, html } from '../../http/html.ts';

/** Shows the mails that AWS would have sent. */
export const mailTable = (mails: readonly Mail[]): Html =>
  html`<table id="mails" data-live>
    <thead>
      <tr>
        <th>To</th>
        <th>Message</th>
        <th>Sent</th>
      </tr>
    </thead>
    <tbody>
      ${mails.map(
        (mail) =>
          html`<tr>
            <td>${mail.to}</td>
            <td>${messageOf(mail)}</td>
            <td>${timeOfDay(mail.time)}</td>
          </tr>`,
      )}
      ${
        mails.length === 0
          ? html`<tr>
              <td colspan="3" class="soft">No mails yet.</td>
            </tr>`
          : undefined
      }
    </tbody>
  </table>`;

const messageOf = (mail: Mail) =>
  'code' in mail
    ? html`<code>${mail.code}</code>`
    : html`<details>
        <summary>${mail.subject}</summary>
        <pre>${withLinks(mail.text)}</pre>
      </details>`;

/** A mail program makes links of the addresses in a text, too. */
const withLinks = (text: string) =>
  text
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>` : html`${part}`,
    );

const timeOfDay = (time: number) => `${new Date(time).toISOString().slice(11, 19)} UTC`;
