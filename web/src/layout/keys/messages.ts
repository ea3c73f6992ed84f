/** Names what an entry of the palette leads to. */
export const kindNames = {
  tool: 'Tool',
  community: 'Community',
  stack: 'Stack',
  conversation: 'Conversation',
  action: 'Action',
};

export type EntryKind = keyof typeof kindNames;

export const keyboardShortcuts = 'Keyboard shortcuts';
export const singleKeys = 'Single keys, without Ctrl or ⌘, work outside fields';
export const close = 'Close';
export const goTo = 'Go to';
export const paletteHint = 'Tool, community, stack or conversation';
export const results = 'Results';
export const noMatches = 'No matches.';
export const account = 'Account';
export const newConversation = 'New conversation';
export const lightMode = 'Light mode';
export const darkMode = 'Dark mode';
