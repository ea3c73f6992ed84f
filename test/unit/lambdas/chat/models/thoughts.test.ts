import { describe, expect, it } from '@jest/globals';
import { thoughtMarks } from 'lambdas/chat/models/dialects';
import { ThoughtSplitter } from 'lambdas/chat/models/thoughts';

/** Reads an answer as the worker does. */
function read(pieces: readonly string[], isComplete = true) {
  const splitter = new ThoughtSplitter();
  const answer = { text: '', thoughts: '' };
  for (const said of [...pieces.map((piece) => splitter.add(piece)), splitter.end(isComplete)]) {
    if (said.textWasThoughts) {
      answer.thoughts = [answer.thoughts, answer.text].filter(Boolean).join('\n\n');
      answer.text = '';
    }
    answer.thoughts += said.thoughts;
    answer.text += said.text;
  }
  return { text: answer.text, thoughts: answer.thoughts.trim() };
}

/** Cuts an answer into two pieces at each place, and into its UTF-16 units. */
const cuts = (text: string) => [
  [text],
  Array.from({ length: text.length }, (_, index) => text.charAt(index)),
  ...Array.from({ length: text.length - 1 }, (_, index) => [text.slice(0, index + 1), text.slice(index + 1)]),
];

const harmony = '<|channel|>analysis<|message|>A drink.<|end|><|start|>assistant<|channel|>final<|message|>Tea.';

/** The answer, and its text and thoughts. */
const answers: [string, string, string][] = [
  // Thoughts in every dress.
  ...thoughtMarks.flatMap(({ open, close: [close = ''] }): [string, string, string][] => [
    [`${open}A drink.${close}Tea.`, 'Tea.', 'A drink.'],
    [`\n ${open}\nA drink.\n${close}\n\nTea.\n\nHot.`, 'Tea.\n\nHot.', 'A drink.'],
    [`A drink.\n${close}\n\nTea.`, 'Tea.', 'A drink.'],
    [`A drink${close}Tea.`, 'Tea.', 'A drink'],
    [`${close}\n\nTea.`, 'Tea.', ''],
    [`Let me see.${open}A drink.${close}Tea.`, 'Let me see. Tea.', 'A drink.'],
    [`Let me see.\n\n${open}A drink.${close}\n\nTea.`, 'Let me see.\n\nTea.', 'A drink.'],
    [`${open}A drink.${close}\nTea.\n${open}Hot?${close}\nHot.`, 'Tea.\n\nHot.', 'A drink.\n\nHot?'],
  ]),
  ['<THINK>A drink.</Think>Tea.', 'Tea.', 'A drink.'],
  ['<think>A drink.</think>\n</think>\n\nTea.', 'Tea.', 'A drink.'],
  ['<think>A drink.</think>Warm?\n</think>\nTea.', 'Tea.', 'A drink.\n\nWarm?'],
  ['<think>\n\n</think>\n\nTea.', 'Tea.', ''],
  ['我想想。</think>茶。', '茶。', '我想想。'],
  ['我想想。<think>一种饮料</think>茶。', '我想想。 茶。', '一种饮料'],
  ['A drink. </think> Tea.', 'Tea.', 'A drink.'],
  ['A drink 🍵</think>Tea 🍵', 'Tea 🍵', 'A drink 🍵'],
  ['<think>Is `</think>` a tag? Yes.</think>Tea.', 'Tea.', 'Is `</think>` a tag? Yes.'],
  // The channels of gpt-oss.
  [harmony, 'Tea.', 'A drink.'],
  [`<|start|>assistant${harmony}<|return|>`, 'Tea.', 'A drink.'],
  [`${harmony}<|end|>`, 'Tea.', 'A drink.'],
  ['<|channel|>final<|message|>Tea.<|return|>', 'Tea.', ''],
  ['<|channel|>analysis<|message|>A drink.<|channel|>final<|message|>Tea.', 'Tea.', 'A drink.'],
  [
    '<|channel|>analysis<|message|>A.<|end|><|start|>assistant<|channel|>commentary to=functions.x <|constrain|>json<|message|>{}<|call|><|start|>assistant<|channel|>final<|message|>Tea.',
    'Tea.',
    'A.\n\n{}',
  ],
  // Text that talks about the marks stays as it is.
  ...[
    'Models write `<think>` and `</think>` around it.',
    'The end is `</think>` in code.\n\nTea.',
    'It looks so:\n\n```\n<think>\nA drink.\n</think>\n```\n\nThat is all.',
    'In a list:\n\n- ~~~xml\n  <think>a</think>\n  ~~~\n- b',
    '````md\n```\n<think>\n```\n<think>\n</think>\n````\nDone.',
    'Models write <think> and </think> around it.',
    'The tag (<think>) opens, </think> closes.',
    '模型把想法写在<think>和</think>之间。',
    'The </think> tag closes it.',
    'So:\n\n    <think>a</think>\n\nis code.',
    '<think> begins a thought.',
    'First.\n<think> begins a thought.',
    'If a < b and c > d, then <thin> is no tag.',
    'gpt-oss writes <|channel|>analysis<|message|>, then <|end|>.',
    'Tea ',
    '\n Tea.\n',
  ].map((text): [string, string, string] => [text, text, '']),
];

describe('the thoughts in an answer', () => {
  it.each(answers)('are told from its text: %j', (answer, text, thoughts) => {
    for (const pieces of cuts(answer)) expect([pieces, read(pieces)]).toEqual([pieces, { text, thoughts }]);
  });

  it.each([
    ['<think>A drink', '', 'A drink'],
    ['Let me see.\n<think>A drink', 'Let me see.', 'A drink'],
    ['<|channel|>analysis<|message|>A drink', '', 'A drink'],
  ])('stay thoughts when an answer is cut off in them: %j', (answer, text, thoughts) => {
    for (const pieces of cuts(answer)) expect(read(pieces, false)).toEqual({ text, thoughts });
  });

  it('that gpt-oss never ends are no text', () => {
    expect(read(['<|channel|>analysis<|message|>A drink.'])).toEqual({ text: '', thoughts: 'A drink.' });
  });

  it('hold back no text but what may become a mark', () => {
    const splitter = new ThoughtSplitter();
    const shown = ['Te', 'a.', ' It', ' is', ' <b', '>hot', '\uD83C', '\uDF75'].map(
      (piece) => splitter.add(piece).text,
    );
    expect(shown).toEqual(['Te', 'a.', ' It', ' is', ' <b', '>hot', '', '🍵']);
  });
});
