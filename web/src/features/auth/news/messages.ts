import type { ChannelKind, ChannelState } from 'shared-types/rules/notify/channel-kinds';
import type { NewsTool, NewsTopic } from 'shared-types/rules/notify/topics';

export const news = 'News';
export const chooseNews = 'Channels';
export const explanation =
  'Choose where you get news from the tools, and test each channel. Addresses with a key are kept secret: this page never shows them again.';
export const couldNotLoad = 'Could not load the news settings.';
export const noChannels = 'No channels yet, so no news is sent to you.';

/** The places in which each service works, and what it needs. */
export const kindNotes: Record<ChannelKind, string> = {
  email: 'Works everywhere. We send a code to the address first.',
  push: 'Shows messages on this device, even while the site is closed. In mainland China it usually works with Safari only. On an iPhone, add the site to the home screen first and open it there.',
  ntfy: 'An app for Android and iPhone. Works in mainland China with a server there; the public one is slow. Everyone who knows the topic can read it, so choose one that is hard to guess.',
  webhook: 'For your own server, anywhere that it can be reached. Messages are signed according to Standard Webhooks.',
  telegram: 'Create a bot with @BotFather and send it a message. Does not work in mainland China.',
  bark: 'An app for iPhone. Works in mainland China.',
  serverchan: 'Shows messages in WeChat or its own app. Works in mainland China; five messages a day are free.',
  feed: 'For a feed reader. Works everywhere. The site creates a secret address. Everyone who knows it can read your news, and removing the channel ends it.',
};

export const stateNames: Record<ChannelState, string> = {
  unverified: 'not confirmed yet',
  on: 'on',
  paused: 'paused after repeated failures. Send a test to resume.',
};

export const service = 'Service';
export const emailAddress = 'Email address';
export const deviceName = 'Device name';
export const server = 'Server';
export const topic = 'Topic';
export const accessToken = 'Access token (optional)';
export const botToken = 'Bot token';
export const chatId = 'Chat ID';
export const deviceKey = 'Device key';
export const sendKey = 'SendKey';
export const address = 'Address';
export const add = 'Add channel';
export const noPush =
  'This browser does not support notifications from sites. On an iPhone, add the site to the home screen first and open it there.';
export const pushIsForbidden = 'Notifications from this site are blocked. Allow them in your browser’s settings.';
export const pushIsUnreachable =
  'The browser could not reach its push service. Try again later, or choose another channel.';
export const couldNotAdd = 'Could not add the channel.';
export const signingKeyIs = 'Copy the key that signs the messages. It is not shown again:';
export const feedUrlIs = 'Copy the feed address into your reader. It is not shown again:';
export const lastSent = (when: string) => `last message ${when}`;
export const sendTest = 'Send test';
export const testOf = (name: string) => `Send test to ${name}`;
export const testSent = 'Test sent. Check that it has arrived.';
export const couldNotTest = 'Could not send the test.';
export const remove = 'Remove';
export const removeOf = (name: string) => `Remove ${name}`;
export const couldNotRemove = 'Could not remove the channel.';
export const code = 'Code from the email';
export const confirm = 'Confirm';
export const sendAnotherCode = 'Send again';
export const codeSent = 'Another code is on its way.';
export const couldNotSendCode = 'Could not send another code.';
export const couldNotConfirm = 'Could not confirm the address.';

export const whatYouAreTold: Record<NewsTool, string> = {
  ljmonitor: 'Houses',
  stack: 'Game servers',
  chat: 'Chat',
  account: 'Channels',
};
export const topicNames: Record<NewsTopic, string> = {
  new: 'New houses',
  cheaper: 'Lower prices',
  returned: 'Houses back on offer',
  removed: 'Removed houses',
  blocked: 'The listing site blocks the monitor',
  signInNeeded: 'The listing site asks for a sign-in',
  serverUp: 'A server is up',
  firstPlayer: 'The first player has joined',
  serverStopping: 'A server stops in 15 minutes',
  serverSilent: 'A server has stopped reporting',
  serverFailed: 'A start, restart or stop failed',
  answer: 'An answer is ready while you are away',
  answerFailed: 'An answer failed while you are away',
  channelPaused: 'Another channel was paused',
  channelRemoved: 'A browser no longer accepts messages',
};
export const communities = 'Communities';
export const allCommunities = 'All communities';
export const onlyThese = 'Only these';
export const housesOfViews = 'Also the houses of these saved views of the monitor, as they are when you save:';
export const when = 'When';
export const atOnce = 'At once';
export const dailyDigest = 'Once a day';
export const digestTime = 'Digest time';
export const quietHours = 'Quiet hours';
export const quietFrom = 'From';
export const quietTo = 'To';
export const timesAreIn = (timeZone: string) => `Times are in the time zone ${timeZone}.`;
export const chooseZone = (timeZone: string) => `Use ${timeZone}`;
export const language = 'Language';
export const english = 'English';
export const chinese = '中文';
export const save = 'Save';
export const saved = 'Saved.';
export const couldNotSave = 'Could not save these settings.';
