import { acceptedIf, fieldsOf, jsonHeaders, literal, outcomeByStatus, type Service } from './service.ts';

/**
 * Server酱 shows messages in WeChat (keys SCT…) or in its own app (keys sctp…): sct.ftqq.com and doc.sc3.ft07.com
 * Without a subscription it takes five messages a day.
 */
export const serverchan: Service<'serverchan'> = {
  // The text of a message has 32 KB, of which an escaped character counts twice, its title 32 characters: sct.ftqq.com/sendkey
  limits: { textBytes: 16_000, hasLinks: true },
  // The address is nothing but a key.
  labelOf: () => '',
  // A message replaces no other one.
  request: ({ title, text, url }, { sendKey }) => ({
    url: addressOf(sendKey),
    headers: jsonHeaders,
    // The text is Markdown, in which only a line with two spaces at its end keeps its break.
    body: JSON.stringify({
      title: /^.{0,32}/su.exec(title)?.[0] ?? '',
      desp: `${markdownOf(text).replaceAll(/(?<!\n)\n(?!\n)/g, '  \n')}\n\n[${url}](${url})`,
    }),
  }),
  // It answers many refusals with 200 and a code that is not 0.
  outcomeOf: (reply) => {
    const outcome = outcomeByStatus(reply, {
      400: { en: 'Server酱 does not accept the key.', zh: 'Server酱 不接受该 SendKey。' },
    });
    const { code, message } = fieldsOf(reply);
    if (outcome.kind === 'refused' || code === 0) return outcome;
    if (typeof code !== 'number') return acceptedIf(false, outcome);
    const answer = typeof message === 'string' ? message.slice(0, 100) : code;
    return { kind: 'refused', reason: { en: `Server酱 refused: ${answer}`, zh: `Server酱 拒绝了消息：${answer}` } };
  },
};

/** Only the links below the entries, which have lines of their own, stay links. */
const markdownOf = (text: string) =>
  text
    .split('\n')
    .map((line) => (/^https?:/.test(line) ? line : literal(line)))
    .join('\n');

function addressOf(sendKey: string): string {
  const [, number] = /^sctp(\d+)t/.exec(sendKey) ?? [];
  return number === undefined
    ? `https://sctapi.ftqq.com/${sendKey}.send`
    : `https://${number}.push.ft07.com/send/${sendKey}.send`;
}
