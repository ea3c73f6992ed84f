import { stacksAt, worldAt } from '../../e2e/stack/answers.ts';
import type { Answers } from './answers.ts';
import { now } from './now.ts';

const { survival, gone, rolledBack, ...others } = stacksAt(now);
const stacks = { survival, creative: gone, 'survival-old': rolledBack, ...others };

const rights = { start: true, stop: true, command: false };

const stackOf = ({ stackName = '' }: Record<string, string>) => {
  const stack = new Map(Object.entries(stacks)).get(stackName);
  if (!stack) throw new Error(`No picture has a stack of the name ${stackName}.`);
  return stack;
};

export const stackAnswers: Answers = {
  'GET /api/minecraft_bedrock/v2': ({ query }) => ({
    data: ['survival', 'creative', 'survival-old'],
    access: 'everyone',
    described: Object.fromEntries(
      (query.get('describe')?.split(',') ?? []).map((stackName) => [stackName, { rights, ...stackOf({ stackName }) }]),
    ),
  }),
  'GET /api/minecraft_bedrock/v2/{stackName}/description': ({ params }) => ({ data: { rights, ...stackOf(params) } }),
  'GET /api/minecraft_bedrock/v2/{stackName}/detail': ({ params }) => ({
    data: {
      lastEvents: [],
      rights,
      isOwner: false,
      license: null,
      plan: { nextStart: null, missed: null },
      ...stackOf(params),
    },
  }),
  'GET /api/minecraft_bedrock/v2/{stackName}/world': () => ({ data: worldAt(now) }),
  'GET /api/minecraft_bedrock/v2/{stackName}/hours': () => ({
    hours: 41.5,
    instanceType: 't3.small',
    hourlyPrice: 0.1,
    maxUptimeHours: 6,
  }),
  'GET /api/minecraft_bedrock/hours': () => ({ hours: 41.5, hourLimit: 120, siteHourLimit: 240 }),
  'GET /api/costs/stack': () => ({
    month: '2026-11',
    hourLimit: 120,
    stacks: [
      { stackName: 'survival', hours: 41.5, actions: 22, hourlyPrice: 0.1 },
      { stackName: 'creative', hours: 6, actions: 4, hourlyPrice: 0.1 },
    ],
  }),
};
