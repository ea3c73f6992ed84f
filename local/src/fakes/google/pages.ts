import { type Html, html } from '../../http/html.ts';
import type { GoogleAccount } from './accounts.ts';

/** The page has its own texts and colors, so that it cannot be mistaken for Google's. */
const page = (title: string, main: Html) =>
  html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${title}</title>
      <link rel="icon" href="data:," />
      <style>
        ${sheet}
      </style>
    </head>
    <body>
      <main>
        <h1>${title}</h1>
        ${main}
        <p class="soft">This page imitates Google. It belongs to the local site and asks for no password.</p>
      </main>
    </body>
  </html>`;

const sheet: Html = {
  text: `
body { margin: 0; background: light-dark(#fbfaf8, #161513); color: light-dark(#1c1b19, #ece9e3); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 400px; margin: 0 auto; padding: 64px 24px; }
h1 { margin: 0 0 24px; font-size: 22px; font-weight: 600; letter-spacing: -0.01em; }
ul { margin: 0 0 24px; padding: 0; list-style: none; border-top: 1px solid light-dark(#e6e2da, #2f2d29); }
li { border-bottom: 1px solid light-dark(#e6e2da, #2f2d29); }
li a { display: block; padding: 12px 0; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
li a:hover strong { text-decoration: underline; }
strong { display: block; font-weight: 600; }
p { overflow-wrap: anywhere; }
p a { color: light-dark(#2a4fc4, #9db4ff); }
.soft { font-size: 14px; color: light-dark(#6a6761, #a5a19a); }
:focus-visible { outline: 2px solid light-dark(#2a4fc4, #9db4ff); outline-offset: 2px; }`,
};

interface Choice extends GoogleAccount {
  /** The link that signs in with this account. */
  href: string;
  isListed: boolean;
}

const noteOf = ({ isListed, email_verified }: Choice) =>
  [
    isListed ? 'may sign in to this site' : 'may not sign in to this site',
    ...(email_verified ? [] : ['address not verified']),
  ].join(', ');

/** Lists the accounts. `cancel` is the address that refuses the consent. */
export const chooserPage = (choices: Choice[], cancel: string) =>
  page(
    'Choose an account',
    html`<ul>
        ${choices.map(
          (choice) =>
            html`<li>
              <a href="${choice.href}"
                ><strong>${choice.name}</strong>${choice.email} <span class="soft">(${noteOf(choice)})</span></a
              >
            </li>`,
        )}
      </ul>
      <p><a href="${cancel}">Cancel</a></p>`,
  );

export const refusalPage = (refusal: string) => page('Access blocked', html`<p>Error 400: ${refusal}</p>`);
