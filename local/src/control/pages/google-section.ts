import type { FakeGoogle } from '../../fakes/google/google.ts';
import { type Html, html } from '../../http/html.ts';

export type GoogleState = ReturnType<FakeGoogle['accounts']> | null;

export const googleSection = (accounts: GoogleState): Html =>
  accounts
    ? html`<section>
        <h2>Google</h2>
        <table id="google" data-live>
          <thead>
            <tr>
              <th>Account</th>
              <th class="number">Consents</th>
            </tr>
          </thead>
          <tbody>
            ${accounts.map(
              ({ email, consents }) =>
                html`<tr>
                  <td>${email}</td>
                  <td class="number">${consents}</td>
                </tr>`,
            )}
          </tbody>
        </table>
      </section>`
    : html`<section>
        <h2>Google</h2>
        <p>The real Google, named by GOOGLE_CLIENT_ID.</p>
      </section>`;
