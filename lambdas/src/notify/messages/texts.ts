import type { NewsLanguage, NewsTopic } from 'shared-types/rules/notify/topics';
import type { NewsCause } from '../../platform/news/news.ts';

/** The number of entries of a topic, and the names of their groups. */
interface Told {
  count: number;
  names: string;
}

type Refusal = Extract<NewsCause, { kind: 'sitePaused' }>['refusal'];
type Action = Extract<NewsCause, { kind: 'actionFailed' }>['action'];
type ChannelEnd = Extract<NewsCause, { kind: 'channelFailed' }>['end'];

interface Texts {
  /** The word before an entry. */
  labels: Record<NewsTopic, string>;
  /** The part of a title about one topic, as in '3 new' or 'survival is up'. */
  headline: (topic: NewsTopic, told: Told) => string;
  priceWas: (before: number) => string;
  /** The words after the label of a sale whose price the listing site masks. */
  priceNotShown: string;
  stopsAt: (time: string) => string;
  happenedAt: (time: string) => string;
  /** Says why the listing site is not asked up to this time, which may have passed. */
  sitePaused: (refusal: Refusal, time: string, isOver: boolean) => string;
  /** The sentence before the reason, which is in the words of AWS. */
  actionFailed: Record<Action, string>;
  /** Gets the sentence of the conversation. */
  answerFailed: (sentence: string) => string;
  /** What to do about a channel that has failed. */
  channelEnds: Record<ChannelEnd, string>;
  more: (count: number) => string;
  /** The sentence that says what to do about it. */
  advice: Partial<Record<NewsTopic, string>>;
  test: { title: string; text: string };
  code: (code: string) => { title: string; text: string };
  comma: string;
  /** What stands between two sentences. */
  space: string;
  feedTitle: string;
}

type Headlines = Record<NewsTopic, (told: Told) => string>;

const englishHeadlines: Headlines = {
  new: ({ count }) => `${count} new`,
  cheaper: ({ count }) => `${count} cheaper`,
  returned: ({ count }) => `${count} back`,
  removed: ({ count }) => `${count} removed`,
  sold: ({ count }) => `${count} sold`,
  blocked: () => 'blocked by the listing site',
  signInNeeded: () => 'sign-in needed',
  serverUp: ({ names }) => `${names}: up`,
  firstPlayer: ({ names }) => `${names}: first player`,
  serverStopping: ({ names }) => `${names}: stops soon`,
  serverSilent: ({ names }) => `${names}: silent`,
  serverFailed: ({ names }) => `${names}: failed`,
  answer: ({ names }) => `Answer: ${names}`,
  answerFailed: ({ names }) => `Answer failed: ${names}`,
  newBrowser: () => 'Sign-in in a new browser',
  channelPaused: ({ names }) => `${names}: off`,
  channelRemoved: ({ names }) => `${names}: removed`,
};

const chineseLabels: Texts['labels'] = {
  new: '新上',
  cheaper: '降价',
  returned: '重新挂牌',
  removed: '下架',
  sold: '已成交',
  blocked: '暂停检查',
  signInNeeded: '需要登录',
  serverUp: '已启动',
  firstPlayer: '首位玩家已加入',
  serverStopping: '即将停止',
  serverSilent: '无响应',
  serverFailed: '操作失败',
  answer: '回答完成',
  answerFailed: '回答失败',
  newBrowser: '新浏览器登录',
  channelPaused: '渠道已停用',
  channelRemoved: '渠道已移除',
};

const englishRefusals: Record<Refusal, string> = {
  blocked: 'The listing site asked for a captcha.',
  login: 'The listing site asked for a sign-in.',
  banned: 'The listing site refused access.',
  throttled: 'The listing site got too many requests.',
};

const chineseRefusals: Record<Refusal, string> = {
  blocked: '房源网站要求输入验证码。',
  login: '房源网站要求登录。',
  banned: '房源网站拒绝访问。',
  throttled: '房源网站认为请求过多。',
};

const houseTopics: readonly NewsTopic[] = ['new', 'cheaper', 'returned', 'removed', 'sold'];

function chineseHeadline(topic: NewsTopic, { count, names }: Told): string {
  const label = chineseLabels[topic];
  if (houseTopics.includes(topic)) return `${label} ${count}`;
  return names === '' ? label : `${names}：${label}`;
}

export const textsOf: Record<NewsLanguage, Texts> = {
  en: {
    labels: {
      new: 'NEW',
      cheaper: 'CHEAPER',
      returned: 'BACK',
      removed: 'REMOVED',
      sold: 'SOLD',
      blocked: 'PAUSED',
      signInNeeded: 'SIGN-IN NEEDED',
      serverUp: 'UP',
      firstPlayer: 'FIRST PLAYER',
      serverStopping: 'STOPS SOON',
      serverSilent: 'SILENT',
      serverFailed: 'FAILED',
      answer: 'ANSWERED',
      answerFailed: 'FAILED',
      newBrowser: 'NEW BROWSER',
      channelPaused: 'OFF',
      channelRemoved: 'REMOVED',
    },
    headline: (topic, told) => englishHeadlines[topic](told),
    priceWas: (before) => `(was ${before} 万)`,
    priceNotShown: 'price not shown',
    stopsAt: (time) => `at ${time}.`,
    happenedAt: (time) => `at ${time}.`,
    sitePaused: (refusal, time, isOver) =>
      `${englishRefusals[refusal]} Checks ${isOver ? 'were' : 'are'} paused until ${time}. Nothing was removed.`,
    actionFailed: {
      START: 'The start failed.',
      STOP: 'The stop failed.',
      RESTART: 'The restart failed.',
    },
    answerFailed: (sentence) => sentence,
    channelEnds: {
      paused: 'It keeps its news for 30 days. To turn it on again, send a test on the account page.',
      gone: 'It keeps its news for 30 days. If the address works again, send a test on the account page; otherwise remove the channel.',
      removed: 'To get news there again, open the account page in that browser and add it.',
    },
    more: (count) => `… and ${count} more`,
    advice: {
      signInNeeded:
        'To renew it, open the monitor, press “Open pages” at a community, sign in to the site and hand the pages in; or store another cookie.',
      firstPlayer: 'A player has joined.',
      serverStopping: 'To keep the server up, press “+1 h” on its page.',
      newBrowser: 'If it was not you, end that session on the account page, and change your password.',
      serverSilent: 'It has not reported for three minutes. If it stays silent, it is stopped.',
    },
    test: { title: 'A test', text: 'This channel works. Your news will come here.' },
    code: (code) => ({
      title: `Your code is ${code}`,
      text: `Enter ${code} on the account page to get news at this address. It is valid for 15 minutes. If you did not ask for it, ignore this email; you will get no others.`,
    }),
    comma: ', ',
    space: ' ',
    feedTitle: 'News',
  },
  zh: {
    labels: chineseLabels,
    headline: chineseHeadline,
    priceWas: (before) => `（原价 ${before} 万）`,
    priceNotShown: '价格未公布',
    stopsAt: (time) => `停止时间 ${time}。`,
    happenedAt: (time) => `时间 ${time}。`,
    sitePaused: (refusal, time, isOver) =>
      `${chineseRefusals[refusal]}${isOver ? '检查曾暂停至' : '检查暂停至'} ${time}。没有房源因此被标记为下架。`,
    actionFailed: {
      START: '启动失败。',
      STOP: '停止失败。',
      RESTART: '重启失败。',
    },
    answerFailed: () => '请打开对话查看原因，或重新生成。',
    channelEnds: {
      paused: '消息会保留 30 天。如需恢复，请在账户页面发送测试消息。',
      gone: '消息会保留 30 天。如该地址恢复可用，请在账户页面发送测试消息；否则请移除该渠道。',
      removed: '如需恢复，请在该浏览器的账户页面重新添加。',
    },
    more: (count) => `…… 另有 ${count} 条`,
    advice: {
      signInNeeded: '如需更新：打开监控页面，在小区旁点击“Open pages”，登录网站后提交页面；或保存新的 cookie。',
      serverStopping: '如需继续运行，请在服务器页面点击“+1 h”。',
      newBrowser: '如非本人操作，请在账户页面结束该会话，并修改密码。',
      serverSilent: '服务器已三分钟没有报告。如果一直没有响应，将被停止。',
    },
    test: { title: '测试消息', text: '这个渠道可以使用，今后的消息会发到这里。' },
    code: (code) => ({
      title: `验证码 ${code}`,
      text: `请在账户页面输入 ${code}，即可在此邮箱接收消息，15 分钟内有效。如果不是您本人的操作，请忽略，不会再收到邮件。`,
    }),
    comma: '，',
    space: '',
    feedTitle: '消息',
  },
};
