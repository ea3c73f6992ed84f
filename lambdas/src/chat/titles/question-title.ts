import { firstCharacters } from 'shared-types/rules/chat/first-characters';
import { plainText } from 'shared-types/rules/chat/plain-text';

const maxLength = 60;

/** Returns the first line that is not blank, cut to a length that the list can show. */
export function titleFromLine(text: string): string {
  const line = (/\S.*/.exec(text)?.[0] ?? '').trim();
  if (line.length <= maxLength) return line;
  return `${firstCharacters(line, maxLength - 1)}…`;
}

/** Beginnings of sentences that give the model a part, in English and Chinese. */
const partOfModel = [
  String.raw`(?:please,? )?(?:from now on,? )?you(?:['’]re| are| will be) (?:now )?(?:acting as )?(?:an?|the|my|our)\b`,
  String.raw`(?:please,? )?(?:from now on,? )?(?:i (?:want|need|would like) you to |i['’]d like you to )?(?:act|behave|respond|role-?play) (?:as|like)\b`,
  String.raw`(?:please,? )?(?:pretend|imagine|assume|suppose)(?: that)? (?:you(?:['’]re| are| were)|to be)\b`,
  String.raw`your (?:role|name) is\b`,
  '(?:请|现在|从现在开始|假设|假如|想象|，|,)*你(?:现在)?(?:是|将?扮演|将?作为|将?充当|将?担任)',
  '(?:我(?:想|希望|要|需要)|请)?(?:你)?(?:来)?(?:扮演|充当|担任)',
].join('|');
/** The rest of a sentence. A full stop within it has no space behind it. */
const rest = String.raw`(?:[^\n.!?。！？]|[.!?](?!\s|$))*[.!?。！？]?\s*`;
const part = new RegExp(String.raw`^(?:${partOfModel})${rest}`, 'iu');
/** After such a sentence others say how the model should be. A question is none of them. */
const manner = /^your?\b(?:[^\n.!?]|[.!?](?!\s|$))*[.!]\s*/iu;

/** Leaves out the sentences at the beginning that say who the model is, unless there is nothing else. */
function withoutPart(text: string): string {
  let left = text.replace(part, '');
  if (left === text) return text;
  for (let before = ''; before !== left;) {
    before = left;
    left = left.replace(part, '').replace(manner, '');
  }
  return left === '' ? text : left;
}

const linesWithWords = (text: string) =>
  text
    .split('\n')
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .join('\n');

/**
 * Returns a title: the first line of the question that says something, without the marks of Markdown. A line of code says
 * something only if no other line does.
 */
export function titleFromQuestion(text: string): string {
  const words = linesWithWords(plainText(text, { hasCode: false })) || linesWithWords(plainText(text)) || text;
  return titleFromLine(withoutPart(words));
}
