import { describe, expect, it } from '@jest/globals';
import { composeMessage, cutBytes } from 'lambdas/notify/messages/message';
import { serviceOf } from 'lambdas/notify/services/services';
import { type News, type NewsCause, type NewsEntry, packGroups } from 'lambdas/platform/news/news';
import { defaultNewsRules, type NewsRules } from 'shared-types/rules/notify/news-rules';
import { channelKinds } from 'shared-types/rules/notify/channel-kinds';
import { newsLanguages, newsTopics } from 'shared-types/rules/notify/topics';

const house = (number: number, more: Partial<NewsEntry> = {}): NewsEntry => ({
  topic: 'new',
  title: `南北通透 ${number}`,
  price: 500,
  houseId: `10710000000${number}`,
  url: `https://site.test/${number}`,
  ...more,
});
const newsOf = (groups: Record<string, NewsEntry[]>, more: Partial<News> = {}): News => ({
  newsId: 'n1',
  tool: 'ljmonitor',
  userId: null,
  atMs: 1,
  groups: Object.entries(groups).map(([groupId, entries]) => ({ groupId, name: `小区${groupId}`, entries })),
  ...more,
});
const long = { textBytes: 60_000, hasLinks: true };
const nowMs = Date.parse('2026-03-01T12:00:00Z');
const compose = (news: News[], rules: Partial<NewsRules> = {}, limits = long) =>
  composeMessage(
    news,
    { id: 'm1', userId: 'ann', rules: { ...defaultNewsRules, ...rules }, origin: 'https://home.test', nowMs },
    limits,
  );
const server = (name: string, entry: Partial<NewsEntry>): News => ({
  newsId: `stack-${name}`,
  tool: 'stack',
  userId: null,
  atMs: 1,
  groups: [
    {
      groupId: null,
      name,
      entries: [{ topic: 'serverUp', title: '', url: `/stack/detail?stackName=${name}`, ...entry }],
    },
  ],
});

/** Returns the page that a message of this news opens. */
const urlOf = (...news: (News | undefined)[]) => compose(news.flatMap((each) => each ?? []))?.url;

/** Composes one message of as much news about one house. */
const composeOfHouse = (...topics: NewsEntry['topic'][]) =>
  compose(topics.map((topic) => newsOf({ '1': [house(1, { topic })] })));

/** Returns news whose cause each person reads in their own language. */
const caused = (topic: NewsEntry['topic'], cause: NewsCause): News =>
  newsOf({}, { groups: [{ groupId: null, name: '', entries: [{ topic, title: '', cause }] }] });

const pausedUntil = (untilMs: number) => caused('blocked', { kind: 'sitePaused', refusal: 'blocked', untilMs });

describe('a message', () => {
  it('is grouped by community, with prices and links, and counts in its title', () => {
    const news = newsOf({ '1': [house(1), house(2, { topic: 'cheaper', before: 520 })], '2': [house(3)] });
    expect(compose([news])).toEqual({
      id: 'm1',
      title: '2 new, 1 cheaper',
      text: [
        '小区1',
        'NEW 500 万 南北通透 1',
        'https://site.test/1',
        'CHEAPER 500 万 (was 520 万) 南北通透 2',
        'https://site.test/2',
        '',
        '小区2',
        'NEW 500 万 南北通透 3',
        'https://site.test/3',
      ].join('\n'),
      url: 'https://home.test/ljmonitor?houseIds=107100000001,107100000002,107100000003',
    });
  });

  it('opens exactly the houses that it tells, each once', () => {
    const news = [
      newsOf({ '7': [house(1), house(2, { hiddenFrom: ['ann'] })] }),
      newsOf({ '7': [house(1, { topic: 'cheaper', before: 520 })], '8': [house(3, { topic: 'sold' })] }),
      pausedUntil(nowMs + 1),
    ];
    expect(compose(news)?.url).toBe('https://home.test/ljmonitor?houseIds=107100000001,107100000003');
    expect(compose([pausedUntil(nowMs + 1)])?.url).toBe('https://home.test/ljmonitor');
  });

  it('opens the unread houses of its communities when an address has no room for all of them', () => {
    const many = Array.from({ length: 31 }, (_, number) => house(number));
    const [early, late] = [1_772_000_000_000, 1_772_100_000_000];
    const [first, ...others] = many.map((each, index) =>
      newsOf({ '7': [each] }, { sinceMs: index === 0 ? late : early }),
    );
    const unread = 'https://home.test/ljmonitor?unread=true';
    // Unread houses of earlier news are not these.
    expect(urlOf(first, ...others)).toBe(`${unread}&since=1771999999999&resblockId=7`);
    // News without this time is older than all that has one.
    expect(urlOf(newsOf({ '7': [house(40)] }), ...others)).toBe(`${unread}&resblockId=7`);
    // A house that is sold may have been read when it was removed.
    const sold = newsOf({ '7': [house(40, { topic: 'sold' })] });
    expect(urlOf(sold, ...others)).toBe('https://home.test/ljmonitor?resblockId=7');
    // The longest ids of a listing site have 24 digits.
    const longIds = many.slice(1).map((each, index) => ({ ...each, houseId: `${'1'.repeat(22)}${10 + index}` }));
    expect(urlOf(newsOf({ '7': longIds }))).toBe(`${unread}&resblockId=7`);
  });

  it('is in the language of the person', () => {
    expect(compose([newsOf({ '1': [house(1, { topic: 'cheaper', before: 520 })] })], { language: 'zh' })).toMatchObject(
      {
        title: '降价 1',
        text: expect.stringContaining('降价 500 万 （原价 520 万） 南北通透 1'),
      },
    );
  });

  it('tells a sale with its price or that it is not shown', () => {
    const news = [newsOf({ '1': [house(1, { topic: 'sold' }), house(2, { topic: 'sold', price: undefined })] })];
    const [title, text] = ['2 sold', 'SOLD 500 万 南北通透 1\nhttps://site.test/1\nSOLD, price not shown 南北通透 2'];
    const url = 'https://home.test/ljmonitor?houseIds=107100000001,107100000002';
    expect(compose(news)).toMatchObject({ title, text: expect.stringContaining(text), url });
    expect(compose(news, { language: 'zh' })).toMatchObject({
      title: '已成交 2',
      text: expect.stringContaining('已成交，价格未公布 南北通透 2'),
    });
  });

  it('tells the browser, the network and the time of a sign-in, and opens the account', () => {
    const entry: NewsEntry = { topic: 'newBrowser', title: 'Firefox · macOS', url: '/auth', atMs: nowMs };
    const news = newsOf({}, { tool: 'account', groups: [{ groupId: null, name: '', entries: [entry] }] });
    expect(compose([news], { timeZone: 'Europe/Berlin' })).toEqual({
      id: 'm1',
      title: 'Sign-in in a new browser',
      text: 'NEW BROWSER Firefox · macOS at 2026-03-01 13:00. If it was not you, end that session on the account page, and change your password.',
      url: 'https://home.test/auth',
    });
    expect(compose([news], { language: 'zh' })).toMatchObject({
      title: '新浏览器登录',
      text: expect.stringContaining('新浏览器登录 Firefox · macOS 时间 2026-03-01 20:00。'),
    });
  });

  it('tells the sale of a house instead of its removal before or after it', () => {
    for (const news of [
      composeOfHouse('removed', 'sold'),
      composeOfHouse('sold', 'removed'),
      composeOfHouse('removed', 'sold', 'removed'),
    ])
      expect(news?.title).toBe('1 sold');
  });

  it('tells what else has happened to a house whose sale its person does not want to hear of', () => {
    const topics: NewsEntry['topic'][] = ['cheaper', 'removed'];
    const of = (...entries: Partial<NewsEntry>[]) =>
      compose(
        entries.map((entry) => newsOf({ '1': [house(1, entry)] })),
        { topics },
      )?.title;
    const [removed, sold] = [{ topic: 'removed' }, { topic: 'sold' }] as const;
    expect([of(removed, sold), of(sold, removed), of(removed, sold, removed)]).toEqual([
      '1 removed',
      '1 removed',
      '1 removed',
    ]);
    expect(of({ topic: 'cheaper', price: 450, before: 500 }, sold)).toBe('1 cheaper');
    expect(of(sold)).toBeUndefined();
  });

  it('has what its person wants to hear only', () => {
    const news = newsOf({
      '1': [house(1), house(2, { topic: 'removed' }), house(3, { hiddenFrom: ['ann'] })],
      '2': [house(4)],
    });
    expect(compose([news], { topics: ['new'], communities: ['1'] })?.text).toBe(
      '小区1\nNEW 500 万 南北通透 1\nhttps://site.test/1',
    );
    expect(compose([news], { topics: ['blocked'] })).toBeUndefined();
    expect(compose([newsOf({ '1': [house(1)] }, { userId: 'bob' })])).toBeUndefined();
  });

  it('has the lower prices that have fallen far enough, all falls of a digest together', () => {
    const fall = (before: number, price: number) => newsOf({ '1': [house(1, { topic: 'cheaper', before, price })] });
    expect(compose([fall(500, 485)], { cheaperBy: 3 })?.title).toBe('1 cheaper');
    expect(compose([fall(500, 486)], { cheaperBy: 3 })).toBeUndefined();
    expect(compose([fall(500, 492), fall(492, 484)], { cheaperBy: 3 })?.title).toBe('1 cheaper');
    expect(compose([newsOf({ '1': [house(1)] })], { cheaperBy: 3 })?.title).toBe('1 new');
  });

  it('has the lower price of a house whose other news its person does not want to hear', () => {
    const cheaper = newsOf({ '1': [house(1, { topic: 'cheaper', price: 450, before: 500 })] });
    for (const topic of ['new', 'returned'] as const)
      expect(compose([newsOf({ '1': [house(1, { topic })] }), cheaper], { topics: ['cheaper'] })?.text).toContain(
        'CHEAPER 450 万 (was 500 万)',
      );
  });

  it('tells each community, also beside one with 300 news, and joins what several news say about one', () => {
    const many = Array.from({ length: 150 }, (_, index) => house(index));
    const others = many.map((_, index) => house(200 + index));
    const text =
      compose([newsOf({ '1': many, '2': [house(901)] }), newsOf({ '1': others, '3': [house(902)] })])?.text ?? '';
    const sections = text.split('\n\n');
    expect(sections.map((section) => section.split('\n')[0])).toEqual(['小区1', '小区2', '小区3']);
    expect(sections[0]).toMatch(/… and 272 more$/);
    expect(text).toContain('南北通透 901');
  });

  it.each<[string, Partial<NewsEntry>[], string | undefined]>([
    [
      'a lower price and a still lower one',
      [
        { topic: 'cheaper', price: 480, before: 500 },
        { topic: 'cheaper', price: 450, before: 490 },
      ],
      'CHEAPER 450 万 (was 500 万)',
    ],
    [
      'a lower price that has risen to the one before',
      [
        { topic: 'cheaper', price: 450, before: 500 },
        { topic: 'cheaper', price: 500, before: 450 },
      ],
      undefined,
    ],
    [
      'a lower price that has risen above the one before, and has fallen again',
      [
        { topic: 'cheaper', price: 450, before: 500 },
        { topic: 'cheaper', price: 520, before: 450 },
        { topic: 'cheaper', price: 510, before: 520 },
      ],
      undefined,
    ],
    [
      'a lower price that has risen by a part',
      [
        { topic: 'cheaper', price: 450, before: 500 },
        { topic: 'cheaper', price: 480, before: 450 },
      ],
      'CHEAPER 480 万 (was 500 万)',
    ],
    [
      'a higher price and a lower one',
      [
        { topic: 'cheaper', price: 520, before: 500 },
        { topic: 'cheaper', price: 510, before: 520 },
      ],
      'CHEAPER 510 万 (was 520 万)',
    ],
    ['a higher price', [{ topic: 'cheaper', price: 520, before: 500 }], undefined],
    ['new and dearer', [{}, { topic: 'cheaper', price: 520, before: 500 }], 'NEW 520 万'],
    ['new and cheaper', [{}, { topic: 'cheaper', price: 450, before: 500 }], 'NEW 450 万'],
    ['new and removed', [{}, { topic: 'removed' }], 'REMOVED 500 万'],
    ['removed and back at its price', [{ topic: 'removed' }, { topic: 'returned' }], undefined],
    [
      'removed and back for less',
      [{ topic: 'removed' }, { topic: 'returned', price: 450, before: 500 }],
      'CHEAPER 450 万 (was 500 万)',
    ],
    [
      'back and cheaper',
      [
        { topic: 'returned', before: 520 },
        { topic: 'cheaper', price: 450, before: 500 },
      ],
      'BACK 450 万 (was 520 万)',
    ],
    ['back and removed', [{ topic: 'returned' }, { topic: 'removed' }], undefined],
    ['sold and back', [{ topic: 'sold', price: 480 }, { topic: 'returned' }], 'BACK 500 万'],
    [
      'removed, sold, back and cheaper',
      [
        { topic: 'removed' },
        { topic: 'sold', price: 480 },
        { topic: 'returned' },
        { topic: 'cheaper', price: 450, before: 500 },
      ],
      'BACK 450 万 (was 500 万)',
    ],
    ['back and sold', [{ topic: 'returned' }, { topic: 'sold', price: 480 }], 'SOLD 480 万'],
    ['back, removed and back', [{ topic: 'returned' }, { topic: 'removed' }, { topic: 'returned' }], 'BACK 500 万'],
  ])('says once what has changed of a house in several news: %s', (_, entries, line) => {
    const text = compose(entries.map((entry) => newsOf({ '1': [house(1, entry)] })))?.text;
    expect(text?.split('\n')).toEqual(line && ['小区1', `${line} 南北通透 1`, 'https://site.test/1']);
  });

  it('says what a person is to be told of the whole change of a house', () => {
    const news = [
      newsOf({ '1': [house(1, { topic: 'removed' })] }),
      newsOf({ '1': [house(1, { topic: 'returned' })] }),
    ];
    expect(compose(news, { topics: ['removed'] })).toBeUndefined();
  });

  it.each(channelKinds)('is short enough for %s, whatever there is to tell', (kind) => {
    const groups = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `${index}`,
        [house(2 * index, { title: '长'.repeat(200) }), house(2 * index + 1)],
      ]),
    );
    const { limits } = serviceOf(kind);
    const { text = '' } = compose([newsOf(groups)], {}, limits) ?? {};
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.textBytes);
    expect(text).toContain('小区0');
  });

  it('has a title for which every service has room beside its text', () => {
    const name = '长'.repeat(60);
    const entries: NewsEntry[] = [{ topic: 'answer', title: '', url: '/chat' }];
    const answers = Array.from({ length: 30 }, (_, index) =>
      newsOf({}, { tool: 'chat', groups: [{ groupId: null, name: `${index}${name}`, entries }] }),
    );
    const { title = '' } = compose(answers) ?? {};
    expect(title).toMatch(/^Answer: 0长+, 1长*…$/);
    expect(Buffer.byteLength(title)).toBeLessThanOrEqual(200);
  });

  it('says how to renew a sign-in', () => {
    const cause = { kind: 'sitePaused', refusal: 'login', untilMs: nowMs + 1 } as const;
    expect(compose([caused('signInNeeded', cause)])?.text).toMatch(
      /^SIGN-IN NEEDED The listing site asked for a sign-in\. .* To renew it, open/,
    );
  });

  it('says why checks are paused, and until when, in the language and the time zone of the person', () => {
    expect(compose([pausedUntil(nowMs + 60_000)], { timeZone: 'UTC' })?.text).toBe(
      'PAUSED The listing site asked for a captcha. Checks are paused until 2026-03-01 12:01. Nothing was removed.',
    );
    expect(compose([pausedUntil(nowMs + 60_000)], { language: 'zh' })?.text).toBe(
      '暂停检查 房源网站要求输入验证码。检查暂停至 2026-03-01 20:01。没有房源因此被标记为下架。',
    );
    // A digest may come after the pause.
    expect(compose([pausedUntil(nowMs)])?.text).toContain('Checks were paused until 2026-03-01 20:00.');
  });

  it('says what to do about an answer that failed, in the language of the person', () => {
    const news = caused('answerFailed', {
      kind: 'answerFailed',
      sentence: 'The model is busy. Regenerate in a minute.',
    });
    expect(compose([news])?.text).toBe('FAILED The model is busy. Regenerate in a minute.');
    expect(compose([news], { language: 'zh' })?.text).toBe('回答失败 请打开对话查看原因，或重新生成。');
  });

  it.each([
    ['paused', 'send a test', '请在账户页面发送测试消息'],
    ['gone', 'otherwise remove the channel', '否则请移除该渠道'],
    ['removed', 'open the account page in that browser', '请在该浏览器的账户页面重新添加'],
  ] as const)('says why a channel is %s, and what to do', (end, advice, chineseAdvice) => {
    const news = caused('channelPaused', { kind: 'channelFailed', problem: { en: 'Why.', zh: '原因。' }, end });
    expect(compose([news])?.text).toMatch(new RegExp(`^OFF Why\\. .*${advice}`));
    expect(compose([news], { language: 'zh' })?.text).toMatch(new RegExp(`^渠道已停用 原因。.*${chineseAdvice}`));
  });
});

describe('a message about servers', () => {
  it('names them, and opens the page of the only one', () => {
    const up = server('survival', { title: '192.0.2.1:19132' });
    expect(compose([up])).toEqual({
      id: 'm1',
      title: 'survival: up',
      text: 'survival\nUP 192.0.2.1:19132',
      url: 'https://home.test/stack/detail?stackName=survival',
    });
    const cause = { kind: 'actionFailed', action: 'STOP' } as const;
    const failed = server('creative', { topic: 'serverFailed', title: 'The stack cannot be deleted.', cause });
    expect(compose([failed], { language: 'zh' })?.text).toBe(
      'creative\n操作失败 停止失败。 The stack cannot be deleted.',
    );
    expect(compose([up, failed])).toMatchObject({
      title: 'survival: up, creative: failed',
      text: [
        'survival',
        'UP 192.0.2.1:19132',
        'https://home.test/stack/detail?stackName=survival',
        '',
        'creative',
        'FAILED The stop failed. The stack cannot be deleted.',
        'https://home.test/stack/detail?stackName=creative',
      ].join('\n'),
      url: 'https://home.test/stack',
    });
    expect(compose([up, newsOf({ '1': [house(1)] })])).toMatchObject({
      title: '1 new, survival: up',
      url: 'https://home.test/',
    });
  });

  it('says the time of a stop in the time zone of the person, and nothing once it is over', () => {
    const untilMs = nowMs + 15 * 60_000;
    const stopping = server('survival', { topic: 'serverStopping', untilMs });
    expect(compose([stopping])?.text).toBe(
      'survival\nSTOPS SOON at 20:15. To keep the server up, press “+1 h” on its page.',
    );
    expect(compose([stopping], { language: 'zh', timeZone: 'UTC' })).toMatchObject({
      title: 'survival：即将停止',
      text: expect.stringContaining('停止时间 12:15。'),
    });
    expect(compose([server('survival', { topic: 'serverStopping', untilMs: nowMs })])).toBeUndefined();
  });

  it('leaves out what a server told before it stopped or came up again, but not its failures', () => {
    let seconds = 0;
    const next = (name: string, entry: Partial<NewsEntry> = {}) => ({ ...server(name, entry), atMs: ++seconds * 1000 });
    const told = [
      next('creative'),
      next('survival'),
      next('survival', { topic: 'firstPlayer' }),
      next('survival', { topic: 'serverStopping', untilMs: nowMs + 1 }),
      next('survival', { topic: 'serverSilent' }),
      next('survival', { topic: 'serverFailed', title: 'No capacity.' }),
    ];
    const stopped = next('survival', { untilMs: 0 });
    expect(compose(told)?.title).toContain('creative, survival: up');
    expect(compose([...told, stopped])?.title).toBe('creative: up, survival: failed');
    const up = next('survival');
    const played = { ...server('survival', { topic: 'firstPlayer' }), atMs: up.atMs };
    for (const again of [
      [up, played],
      [played, up],
    ])
      expect(compose([...told.slice(1, 4), stopped, ...again])?.text.match(/UP|FIRST PLAYER|STOPS SOON/g)).toHaveLength(
        2,
      );
  });

  it.each(newsLanguages)('has words for each topic in %s', (language) => {
    for (const topic of newsTopics) {
      const { title = '', text = '' } = compose([server('survival', { topic })], { language }) ?? {};
      expect(title).not.toBe('');
      expect(text).toMatch(/^survival\n\S/);
    }
  });
});

describe('cutBytes', () => {
  it('cuts between characters', () => {
    expect(cutBytes('北京🦄', 10)).toBe('北京🦄');
    expect(cutBytes('北京🦄🦄', 13)).toBe('北京🦄…');
    expect(cutBytes('北京🦄🦄', 12)).toBe('北京…');
  });
});

/** Returns the items of this news as it was before it was divided, and the most bytes that one of them has. */
function packed(entries: readonly NewsEntry[][]) {
  const groups = entries.map((each, index) => ({ groupId: `${index}`, name: '长'.repeat(100), entries: each }));
  const items = packGroups(groups);
  const joined = items.flat().reduce<Record<string, NewsEntry[]>>((all, group) => {
    const groupId = group.groupId ?? '';
    return { ...all, [groupId]: [...(all[groupId] ?? []), ...group.entries] };
  }, {});
  return {
    items: items.length,
    joined,
    bytes: Math.max(...items.map((item) => Buffer.byteLength(JSON.stringify(item)))),
  };
}

describe('packGroups', () => {
  it('keeps everything, in as many items as are far enough below the limit of DynamoDB', () => {
    const many = Array.from({ length: 5000 }, (_, index) => house(index, { title: '长'.repeat(500) }));
    const { items, joined, bytes } = packed([many, [house(1)]]);
    expect(joined).toEqual({
      '0': many.map((entry) => ({ ...entry, title: '长'.repeat(80) })),
      '1': [house(1)],
    });
    expect(bytes).toBeLessThan(390_000);
    expect(items).toBe(5);
  });

  it('does so also when many people have a view with each house, and for many communities', () => {
    const viewsOf = Array.from({ length: 40 }, (_, index) => `${index}-00000000-0000-4000-8000-000000000000`);
    const many = Array.from({ length: 600 }, (_, index) => [house(index, { viewsOf, hiddenFrom: viewsOf })]);
    const { joined, bytes } = packed(many);
    expect(Object.values(joined).flat()).toEqual(many.flat());
    expect(bytes).toBeLessThan(390_000);
  });

  it('leaves news that has room in one item as it is', () => {
    const { groups } = newsOf({ '1': [house(1)], '2': [house(2)] });
    expect(packGroups(groups)).toEqual([groups]);
    expect(packGroups([])).toEqual([[]]);
  });
});
