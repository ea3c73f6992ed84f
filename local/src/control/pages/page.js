/* oxlint-disable typescript/no-unsafe-assignment, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return -- a browser script without types */
// The script of `/_local`: forms post JSON, and live elements are refreshed.
const refreshIntervalMs = 4000;

document.addEventListener('submit', (event) => {
  const form = event.target.closest('form[data-post]');
  if (!form) return;
  event.preventDefault();
  void send(form, event.submitter);
});

async function send(form, submitter) {
  const output = form.querySelector('output');
  const fields = [...form.querySelectorAll('input')];
  if (submitter?.name) fields.push(submitter);
  const body = Object.fromEntries(fields.map((field) => [field.name, valueOf(field)]));
  if (output) output.textContent = '…';
  const { problem, answer = {} } = await post(form.dataset.post, body);
  const then = (form.dataset.then ?? '').replace(/\{(\w+)\}/g, (_, name) => answer[name]);
  if (output) output.textContent = problem ?? then;
  await refresh();
}

const valueOf = (field) => ('number' in field.dataset ? Number(field.value) : field.value);

/** Returns the answer or the message of an error. */
async function post(path, body) {
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(String(path), { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = await response.json();
    return response.ok ? { answer } : { problem: answer.message };
  } catch {
    return { problem: 'The local site is not responding.' };
  }
}

async function refresh() {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  for (const part of document.querySelectorAll('[data-live]')) {
    const now = page.getElementById(part.id);
    // An unchanged part keeps its focus and selection.
    if (now && now.innerHTML !== part.innerHTML && !part.contains(document.activeElement)) part.replaceWith(now);
    else if (now && part.contains(document.activeElement)) copyPressed(now, part);
  }
}

/** A button that was just pressed keeps the focus and gets its new state. */
function copyPressed(from, to) {
  const states = [...from.querySelectorAll('[aria-pressed]')];
  for (const [at, button] of [...to.querySelectorAll('[aria-pressed]')].entries()) {
    button.setAttribute('aria-pressed', states[at]?.getAttribute('aria-pressed') ?? 'false');
  }
}

setInterval(() => {
  if (document.visibilityState === 'visible') void refresh();
}, refreshIntervalMs);
