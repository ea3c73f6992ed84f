/** What the page calls that which queries load, by the first part of their keys and another one. */
const names = new Map([
  ['auth accounts', 'accounts'],
  ['auth activity', 'activity'],
  ['auth invitations', 'invitations'],
  ['auth mails', 'security mails'],
  ['auth news', 'channels'],
  ['auth servers', 'servers'],
  ['auth sessions', 'sign-ins'],
  ['chat files', 'files'],
  ['chat last', 'conversations'],
  ['chat messages', 'messages'],
  ['chat models', 'models'],
  ['chat personas', 'personas'],
  ['chat session', 'conversation'],
  ['chat sessions', 'conversations'],
  ['chat usage', 'usage'],
  ['costs', 'costs'],
  ['ljmonitor history', 'history'],
  ['ljmonitor houses', 'houses'],
  ['ljmonitor latest', 'latest changes'],
  ['ljmonitor refreshStatus', 'state of the refresh'],
  ['ljmonitor resblocks', 'communities'],
  ['ljmonitor sold', 'sales'],
  ['ljmonitor stats', 'chart'],
  ['ljmonitor summary', 'number of unread houses'],
  ['ljmonitor visit', 'changes since your last visit'],
  ['stack description', 'state'],
  ['stack detail', 'history'],
  ['stack hours', 'hours'],
  ['stack links', 'links'],
  ['stack list', 'stacks'],
  ['stack players', 'players'],
  ['stack rights', 'rights'],
  ['stack times', 'weekly times'],
  ['stack world', 'worlds'],
]);

/** Names what a query loads. */
export const partName = ([tool, ...rest]: readonly unknown[]): string =>
  names.get(String(tool)) ??
  rest.map((part) => names.get(`${String(tool)} ${String(part)}`)).find((name) => name !== undefined) ??
  'a part of this page';
