/** Names what an entry of the palette leads to. */
export const kindNames = {
  tool: 'Tool',
  view: 'Saved view',
  community: 'Community',
  house: 'House',
  stack: 'Stack',
  conversation: 'Conversation',
  action: 'Action',
};

export type EntryKind = keyof typeof kindNames;

export const keyboardShortcuts = 'Keyboard shortcuts';
export const singleKeys = 'Single keys, without Ctrl or ⌘, work outside fields';
export const close = 'Close';
export const goTo = 'Go to';
export const paletteHint = 'Tool, community, house, stack or conversation';
export const results = 'Results';
export const noMatches = 'No matches.';
export const account = 'Account';
export const newConversation = 'New conversation';
export const lightMode = 'Light mode';
export const darkMode = 'Dark mode';

export const openPalette = 'Go to a tool, community, stack or conversation';
export const showKeys = 'Show these keys';
export const goToPlace = (name: string) => `Go to ${name}`;
export const nextRow = 'Next row';
export const previousRow = 'Previous row';
export const openRow = 'Open the row';
export const markHouseRead = 'Mark the house as read';
export const starHouse = 'Star the house';
export const hideHouse = 'Hide the house';
export const searchOrFilter = 'Search or filter';
export const newEntry = 'New conversation or community';
export const sendMessage = 'Send the message';
export const editLastQuestion = 'Edit the last question, in an empty message';
export const stopAnswer = 'Stop the answer, in the message';
export const undoWhileOffered = 'Undo, while it is offered';
