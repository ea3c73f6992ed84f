import type { ChatSession } from 'shared-types/contract/chat';
import type { House } from 'shared-types/contract/ljmonitor';
import { info, log, rights } from '../../support/site/stacks.ts';

const houseOf = (houseId: string): House => ({
  houseId,
  resblockId: '1199027300103',
  url: 'https://listing.example/ershoufang/1.html',
  title: '南北通透两居室',
  description: '2室1厅',
  tags: [],
  price: 527,
  unitPrice: 68_865,
  createTime: 1_000,
  updateTime: 1_000,
  readTime: null,
  removed: false,
  starred: false,
  hidden: false,
  prices: [],
  changeTimes: {},
  facts: {},
});

const conversationOf = (sessionId: string): ChatSession => ({
  sessionId,
  title: `Conversation ${sessionId} about the garden of the house at the end of the street`,
  memorySize: 10,
  chatProvider: 'OPENAI',
  chatModal: 'gpt-4o',
  createTime: 1_000,
  updateTime: 1_000,
});

const outputs = [{ outputKey: 'ServerAddress', outputValue: '192.0.2.1' }];

/** The bodies of some answers, by path, on a site that is in use. */
export const bodiesInUse = {
  '/api/ljmonitor/house': ['1', '2', '3', '4'].map(houseOf),
  '/api/chat/session/list': ['1', '2'].map(conversationOf),
  '/api/minecraft_bedrock/v2?describe=bedrock-survival%2Cbedrock-creative': {
    data: ['bedrock-survival', 'bedrock-creative'],
    access: 'everyone',
    described: {
      'bedrock-survival': {
        awsStackInfo: info({ stackName: 'bedrock-survival', outputs }),
        actionLogs: [3_000, 2_000, 1_000].map((actionTime) => log({ actionTime, syncStatus: 'SUCCEEDED' })),
        rights,
      },
      'bedrock-creative': { awsStackInfo: null, actionLogs: [], rights },
    },
  },
};
