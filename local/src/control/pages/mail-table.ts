import type { Mail } from '../../mailbox.ts';
import { type Html, html } from '../../http/html.ts';

/** What a person would find in the mailbox: codes to be typed, and letters to be read. */
export const mailTable = (mails: readonly Mail[]): Html =>
  html`<table id="mails" data-live>
    <thead>
      <tr>
        <th>mail to</th>
        <th>says</th>
        <th>sent</th>
      </tr>
    </thead>
    <tbody>
      ${mails.map(
        (mail) =>
          html`<tr>
            <td>${mail.to}</td>
            <td>${wordsOf(mail)}</td>
            <td>${timeOfDay(mail.time)}</td>
          </tr>`,
      )}
      ${
        mails.length === 0
          ? html`<tr>
              <td colspan="3" class="soft">No mail yet.</td>
            </tr>`
          : undefined
      }
    </tbody>
  </table>`;

const wordsOf = (mail: Mail) =>
  'code' in mail
    ? html`<code>${mail.code}</code>`
    : html`<details>
        <summary>${mail.subject}</summary>
        <pre>${mail.text}</pre>
      </details>`;

const timeOfDay = (time: number) => `${new Date(time).toISOString().slice(11, 19)} UTC`;
