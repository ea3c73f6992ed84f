/** The count is written as on the screen, with thousands separators. */
export const countConversations = (count: string) => (count === '1' ? '1 conversation' : `${count} conversations`);

export const exporting = (count: string) => `${countConversations(count)} loaded`;
export const exported = (count: string) => `${countConversations(count)} saved`;
export const couldNotExport = 'Could not export the conversations.';
