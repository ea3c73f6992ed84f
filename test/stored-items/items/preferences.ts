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
      titlesByModel: false,
      tools: ['chat', 'stack', 'ljmonitor'],
      views: [{ name: 'Near the park', query: 'maxPrice=500&order=price' }],
      starters: ['Translate into German: '],
      version: 7,
    },
    read: ({ auth: { preferences } }) => preferences.find('cognito|1'),
    means: {
      theme: 'dark',
      density: 'compact',
      singleKeys: false,
      enterSends: true,
      titlesByModel: false,
      tools: ['chat', 'stack', 'ljmonitor'],
      views: [{ name: 'Near the park', query: 'maxPrice=500&order=price' }],
      starters: ['Translate into German: '],
      version: 7,
    },
  },
];
