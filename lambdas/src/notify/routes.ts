import type { notifyApi } from 'shared-types/contract/account/notify';
import type { Routes } from '../platform/http/http-handler.ts';
import { Reply } from '../platform/http/reply.ts';
import { atomType } from './messages/atom.ts';
import { changeRules, type RulesPorts } from './settings/change-rules.ts';
import {
  type ChannelPorts,
  getSettings,
  putChannel,
  removeChannel,
  testChannel,
  verifyChannel,
} from './settings/channel-settings.ts';
import { type FeedPorts, readFeed } from './settings/read-feed.ts';

export type HttpPorts = ChannelPorts & RulesPorts & FeedPorts;

export function notifyRoutes(ports: HttpPorts): Routes<typeof notifyApi> {
  return {
    getNotifySettings: async ({ user: { userId } }) => getSettings(ports, userId),

    putNewsRules: async ({ user: { userId }, body }) => changeRules(ports, userId, body),

    putChannel: async ({ user: { userId }, params: { channelId }, body: { address } }) =>
      putChannel(ports, { userId, channelId }, address),

    async verifyChannel({ user: { userId }, params: { channelId }, body: { code } }) {
      await verifyChannel(ports, { userId, channelId }, code);
      return getSettings(ports, userId);
    },

    async testChannel({ user: { userId }, params: { channelId } }) {
      await testChannel(ports, { userId, channelId });
      return getSettings(ports, userId);
    },

    async getFeed({ params: { feedToken } }) {
      return new Reply(await readFeed(ports, feedToken), [], { 'content-type': atomType });
    },

    async deleteChannel({ user: { userId }, params: { channelId } }) {
      await removeChannel(ports, { userId, channelId });
      return {};
    },
  };
}
