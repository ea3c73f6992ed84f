/**
 * The behaviors of the next operation on a stack: `createFails` fails on a resource and rolls back, `deleteFails`
 * cannot delete one, `slow` takes ten times as long. `throttled` refuses every call while it lasts. In
 * `archiveFails` no server can upload an archive. In `silent` and `lost` no server takes a command or reports: its
 * machine hangs, or was terminated behind the site's back. In `unreported` a server works, and its reports do not arrive. In
 * `hung` the agent takes commands, and nothing else works: each is cut off, and no report comes. In `undelivered` the
 * agent does not fetch commands, which are lost after SSM has taken them, and reports arrive. In `kept` neither the image nor the
 * game can be downloaded, so a new server runs what an earlier start has kept.
 */
export const stackModes = [
  'normal',
  'createFails',
  'deleteFails',
  'throttled',
  'slow',
  'archiveFails',
  'silent',
  'lost',
  'unreported',
  'hung',
  'undelivered',
  'kept',
] as const;
export type StackMode = (typeof stackModes)[number];

/** Servers take commands in this mode. */
export const takesCommands = (mode: StackMode) => mode !== 'silent' && mode !== 'lost';

/** The reports of servers arrive in this mode. */
export const reports = (mode: StackMode) => takesCommands(mode) && mode !== 'unreported' && mode !== 'hung';
