import type { Tool } from 'shared-types/rules/auth/preferences';

export interface Place {
  path: string;
  name: string;
  icon: string;
}

const home: Place = { path: '/', name: 'Home', icon: 'M3 9l7-6 7 6v8h-5v-5H8v5H3z' };
const places: Record<Tool, Place> = {
  ljmonitor: { path: '/ljmonitor', name: 'LJMonitor', icon: 'M4 17V6h7v11M11 17V3h5v14M2 17h16' },
  stack: { path: '/stack', name: 'Stacks', icon: 'M3 4h14v5H3zM3 11h14v5H3zM6 6.5h.1M6 13.5h.1' },
  chat: { path: '/chat', name: 'Chat', icon: 'M3 4h14v10H9l-4 3v-3H3z' },
};

/** Returns the home page, and the tools in the user's order. */
export const placesOf = (tools: readonly Tool[]) => [home, ...tools.map((tool) => places[tool])];
