/** Markup whose values are already escaped. */
export interface Html {
  text: string;
}

type Part = string | number | Html | Html[] | undefined;

/** Escapes every value except markup that this function made. */
export const html = (texts: TemplateStringsArray, ...values: Part[]): Html => ({
  text: texts.map((text, at) => text + markupOf(values[at])).join(''),
});

function markupOf(part: Part): string {
  if (part === undefined) return '';
  if (Array.isArray(part)) return part.map(({ text }) => text).join('');
  if (typeof part === 'object') return part.text;
  return String(part).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** Returns the frame of every page below `/_local`. */
export const frame = (title: string, main: Html) =>
  html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${title}</title>
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="/_local/page.css" />
      <script src="/_local/page.js" defer></script>
    </head>
    <body>
      <header><a href="/_local">Local cloud</a><a href="/">Open site</a></header>
      <main>${main}</main>
    </body>
  </html>`;
