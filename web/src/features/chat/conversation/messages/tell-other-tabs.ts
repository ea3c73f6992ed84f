import { tellTabs } from '../../../../lib/tab/tell-tabs.ts';

export const channelName = 'chat messages';

/** Tells the other tabs that a conversation has a new message. */
export const tellOtherTabs = (sessionId: string) => tellTabs(channelName, sessionId);
