export const messages = 'Messages';
export const you = 'You';
export const assistant = 'Assistant';
export const noMatchingMessages = 'No matching messages.';
export const searchingOlder = 'Searching older messages…';
export const couldNotSearchMessages = 'Could not search the messages.';
export const showMore = 'Show more';
export const countOfMessages = (count: string, isOne: boolean) => (isOne ? '1 message' : `${count} messages`);
