import type { Mail } from '../../mailbox.ts';
import { type StackMode, stackModes } from '../../aws/cloudformation/stack-mode.ts';
import type { listingModes } from '../../fakes/listing-site/modes.ts';
import type { ChannelMessage } from '../../fakes/channels/channels.ts';
import { channelsSection } from './channels-section.ts';
import { type GoogleState, googleSection } from './google-section.ts';
import { frame, type Html, html } from '../../http/html.ts';
import { mailTable } from './mail-table.ts';
import { modeButtons } from './mode-buttons.ts';
import { modelSection, type ModelState } from './model-section.ts';
import type { QueueDepth } from '../queues.ts';
import { owner } from '../../settings.ts';

export interface Overview {
  now: number;
  mails: readonly Mail[];
  authenticators: readonly { username: string; code: string }[];
  channels: readonly ChannelMessage[];
  listing: { mode: string; origins: readonly string[] } | null;
  model: ModelState | null;
  google: GoogleState;
  stackMode: StackMode;
  /** The running servers with their players. */
  servers: { stackName: string; count: number }[];
  schedules: readonly string[];
  queues: readonly QueueDepth[];
  tables: readonly string[];
  functions: readonly string[];
}

/** Shows the control page. page.js refreshes the elements with an id and `data-live`. */
export const overviewPage = (state: Overview) =>
  frame(
    'Local cloud',
    html`<h1>Local cloud</h1>
      <p class="soft">
        This page controls the services that the site uses on this machine. The deployed site does not have it.
      </p>
      ${signIn}${accounts(state)}${channelsSection(state.channels)}${googleSection(state.google)}${listingSite(state.listing)}${modelSection(state.model)}${stacks(state)}${time(state)}${queues(state.queues)}${lists(state)}`,
  );

const signIn = html`<section>
  <h2>Sign in</h2>
  <form data-post="/_local/sessions" data-then="Signed in.">
    <label for="name">Name</label>
    <input id="name" name="name" required maxlength="60" autocomplete="off" value="${owner}" />
    <button class="primary">Sign in</button>
    <output></output>
    <a href="/">Open site</a>
  </form>
  <p class="soft">The site's owner, who sees all activity. Any other name is an ordinary user.</p>
</section>`;

const accounts = ({ mails, authenticators }: Overview) =>
  html`<section>
    <h2>Accounts</h2>
    <form data-post="/_local/invitations" data-then="{code}" class="row">
      <span>New accounts need an invitation.</span><button>Make invitation</button><output></output>
    </form>
    ${mailTable(mails)}
    <table id="authenticators" data-live>
      <thead>
        <tr>
          <th>Authenticator</th>
          <th>Code</th>
        </tr>
      </thead>
      <tbody>
        ${authenticators.map(
          ({ username, code }) =>
            html`<tr>
              <td>${username}</td>
              <td><code>${code}</code></td>
            </tr>`,
        )}
        ${
          authenticators.length === 0
            ? html`<tr>
                <td colspan="2" class="soft">No authenticators yet.</td>
              </tr>`
            : undefined
        }
      </tbody>
    </table>
  </section>`;

const modeNotes: Record<(typeof listingModes)[number], string> = {
  normal: 'Houses change slowly.',
  change: 'Changes some houses in every community now.',
  remove: 'Hides some houses until the mode changes.',
  relist: 'Offers some houses under other ids until the mode changes.',
  slide: 'Moves a house from one page to the next.',
  faces: 'Lists one house on two pages, with one more tag on the first.',
  city: 'Lists the whole city instead of a community.',
  captcha: 'Shows a captcha with status 200.',
  login: 'Shows its pages to people who have signed in there, by one click.',
  forbidden: 'Answers with status 403.',
  busy: 'Answers with status 429.',
  slow: 'Answers after 12 seconds.',
  garbled: 'Sends incomplete pages and rows without a price.',
};

function listingSite(listing: Overview['listing']): Html {
  if (!listing)
    return html`<section>
      <h2>Listing site</h2>
      <p>Another site, named by LISTING_ORIGIN.</p>
    </section>`;
  return html`<section>
    <h2>Listing site</h2>
    <p>
      Two demo cities, at ${listing.origins.map((origin) => html`<a href="${origin}" rel="noreferrer">${origin}</a> `)}.
      Each lists its communities.
    </p>
    ${modeButtons('/_local/listing', modeNotes, listing.mode)}
  </section>`;
}

const stackModeNotes: Record<StackMode, string> = {
  normal: 'Stacks start and stop normally.',
  createFails: 'The next start fails on a resource and is rolled back.',
  deleteFails: 'The next stop cannot delete a resource.',
  throttled: 'Every call is throttled until the mode changes.',
  slow: 'The next start or stop takes ten times as long.',
  archiveFails: 'No backup of a world can be uploaded until the mode changes.',
  silent: 'Every server hangs until the mode changes.',
  lost: 'EC2 has terminated every server until the mode changes.',
  unreported: 'No report of a server arrives until the mode changes.',
  hung: 'Every server takes commands, and each of them is cut off, until the mode changes.',
  undelivered: 'Commands are accepted and lost before a server gets them, until the mode changes. Servers report.',
  kept: 'Nothing can be downloaded, so servers start what an earlier start has kept, until the mode changes.',
};

const server = ({ stackName, count }: Overview['servers'][number]) =>
  html`<li>
    <form data-post="/_local/players">
      <span>${stackName}: ${String(count)} playing</span>
      <input type="hidden" name="stackName" value="${stackName}" />
      <button name="count" data-number value="${String(count + 1)}">Add player</button>
      <button name="count" data-number value="0">Remove players</button>
    </form>
  </li>`;

const stacks = ({ stackMode: mode, servers }: Overview) =>
  html`<section>
    <h2>Stacks</h2>
    <ul class="modes" id="stack-modes" data-live>
      ${stackModes.map(
        (each) =>
          html`<li>
            <form data-post="/_local/stacks">
              <button name="mode" value="${each}" aria-pressed="${each === mode ? 'true' : 'false'}">${each}</button>
              <span class="soft">${stackModeNotes[each]}</span>
            </form>
          </li>`,
      )}
    </ul>
    <ul id="players" data-live>
      ${servers.map(server)}
    </ul>
  </section>`;

const jumps: [number, string][] = [
  [600_000, '+ 10 min'],
  [3_600_000, '+ 1 h'],
  [21_600_000, '+ 6 h'],
  [86_400_000, '+ 1 day'],
];

const time = ({ now, schedules }: Overview) =>
  html`<section>
    <h2>Time</h2>
    <form data-post="/_local/clock" class="row">
      <span id="now" data-live class="number">${new Date(now).toISOString().replace('T', ' ').slice(0, 19)} UTC</span>
      ${jumps.map(([ms, label]) => html`<button name="advanceMs" data-number value="${ms}">${label}</button>`)}
      <output></output>
    </form>
    <p class="soft">A jump of an hour or more ends the sessions of one-click sign-ins.</p>
    ${schedules
      .filter((name) => name.startsWith('LJMonitor'))
      .map(
        () =>
          html`<form data-post="/_local/schedule/refresh" data-then="Refresh started." class="row">
            <span>Refresh schedule</span><button>Run now</button><output></output>
          </form>`,
      )}
  </section>`;

const queues = (depths: readonly QueueDepth[]) =>
  html`<section>
    <h2>Queues</h2>
    <table id="queues" data-live>
      <thead>
        <tr>
          <th>Queue</th>
          <th class="number">Waiting</th>
          <th class="number">Delayed</th>
          <th class="number">In flight</th>
        </tr>
      </thead>
      <tbody>
        ${depths.map(
          ({ name, waiting, delayed, inFlight, isDeadLetters }) =>
            html`<tr class="${isDeadLetters && waiting > 0 ? 'failed' : ''}">
              <td>${name}${isDeadLetters ? ' (dead letters)' : ''}</td>
              <td class="number">${waiting}</td>
              <td class="number">${delayed}</td>
              <td class="number">${inFlight}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;

const lists = ({ tables, functions }: Overview) =>
  html`<section>
      <h2>Tables</h2>
      <ul>
        ${tables.map((name) => html`<li><a href="/_local/tables/${name}">${name}</a></li>`)}
      </ul>
    </section>
    <section>
      <h2>Logs</h2>
      <ul id="logs" data-live>
        ${functions.map((id) => html`<li><a href="/_local/functions/${id}">${id}</a></li>`)}
        ${functions.length === 0 ? html`<li class="soft">No logs yet.</li>` : undefined}
      </ul>
    </section>`;
