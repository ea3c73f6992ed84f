import { expect, it } from '@jest/globals';
import { ChannelAddress, NewsRules } from 'shared-types/contract/account/notify';
import { defaultNewsRules } from 'shared-types/rules/notify/news-rules';

const half = '\ud800';
const push = { kind: 'push', endpoint: 'https://push.example', p256dh: `BA${'A'.repeat(85)}`, auth: 'A'.repeat(22) };

it.each([
  ['a community', NewsRules, { ...defaultNewsRules, communities: [`1${half}2`] }, { communities: ['12'] }],
  ['the name of a device', ChannelAddress, { ...push, device: `My ${half} phone` }, { device: 'My phone' }],
])('refuses half of a surrogate pair in %s, which cannot be stored', (_, schema, value, right) => {
  expect(schema.safeParse(value).error?.issues.map(({ message }) => message)).toEqual(['must be well-formed Unicode']);
  expect(schema.safeParse({ ...value, ...right }).success).toBe(true);
});
