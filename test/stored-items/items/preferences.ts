import type { Kind } from './kind.ts';

export const preferenceRows: Kind[] = [
  {
    name: 'auth: preferences of a user',
    row: {
      pk: 'ACCOUNT#cognito|1',
      sk: 'PREFERENCES',
      theme: 'dark',
      density: 'compact',
      singleKeys: false,
      enterSends: true,
      tools: ['chat', 'stack', 'ljmonitor'],
      version: 7,
    },
    read: ({ auth: { preferences } }) => preferences.find('cognito|1'),
    means: {
      theme: 'dark',
      density: 'compact',
      singleKeys: false,
      enterSends: true,
      tools: ['chat', 'stack', 'ljmonitor'],
      version: 7,
    },
    older: {
      // A newer version, whose deployment was rolled back, may have written values that this one does not know.
      row: {
        theme: 'sepia',
        density: undefined,
        singleKeys: undefined,
        enterSends: undefined,
        tools: ['mail', 'chat'],
      },
      means: {
        theme: 'system',
        density: 'comfortable',
        singleKeys: true,
        enterSends: false,
        tools: ['chat', 'ljmonitor', 'stack'],
        version: 7,
      },
    },
  },
];
