import { expect, it } from '@jest/globals';
import { replaceCitations } from 'web/features/chat/transfer/chatgpt/citations';

/** A mark as ChatGPT writes it, with signs that no font has. */
const mark = (...parts: string[]) => `\u{E200}${parts.join('\u{E202}')}\u{E201}`;

const page = { title: 'Example [source]', url: 'https://example.com/source_(1)' };
const referenceTo = (matched: string, rest: object) => ({ content_references: [{ matched_text: matched, ...rest }] });
const link = '([Example \\[source\\]](https://example.com/source_%281%29))';

// The fields are from the fixtures of josephjohncox/chatgpt-json-to-md and from pionxzh/chatgpt-exporter. The samples are ours.
it.each<[string, string, object, string]>([
  [
    'a page becomes a link',
    `Result text ${mark('cite', 'turn0search18')} .`,
    referenceTo(mark('cite', 'turn0search18'), { type: 'grouped_webpages', alt: null, items: [page] }),
    `Result text ${link} .`,
  ],
  [
    'several pages become links, also when one mark begins as another',
    `A ${mark('cite', 'turn0search1')} B citeturn0search12`,
    {
      content_references: [
        { matched_text: 'citeturn0search1', items: [{ title: 'One', url: 'https://one.example' }] },
        { matched_text: 'citeturn0search12', items: [page, { attribution: 'Two', url: 'https://two.example/' }] },
      ],
    },
    `A B ${link} ([Two](https://two.example/))`,
  ],
  [
    'without its pages, the text that ChatGPT shows is taken',
    `Phones ${mark('cite', 'turn0search2')}`,
    referenceTo(mark('cite', 'turn0search2'), { alt: '([Maker](https://maker.example/))', items: [] }),
    'Phones ([Maker](https://maker.example/))',
  ],
  [
    'a file of one\u2019s own has a name only',
    `As planned${mark('filecite', 'turn0file0')}.`,
    referenceTo(mark('filecite', 'turn0file0'), { type: 'file', name: 'plan_a.pdf' }),
    'As planned (plan\\_a.pdf).',
  ],
  [
    'an address that is no web page is not linked',
    `A ${mark('cite', 'turn0search3')}`,
    referenceTo(mark('cite', 'turn0search3'), { items: [{ title: 'Bad', url: ' javascript:alert(1)' }] }),
    'A (Bad)',
  ],
  ['an unknown mark goes away', `Result text ${mark('cite', 'turn0search18')}.`, {}, 'Result text.'],
  ['a mark that was cut goes away', 'Text \u{E200}cite\u{E202}turn0\nMore', {}, 'Text\nMore'],
  ['an entity keeps its name', `By ${mark('entity', '["company","Motorola","makes phones"]')}.`, {}, 'By Motorola.'],
  ['a broken entity goes away', `By ${mark('entity', '["company", 1]')}.`, {}, 'By.'],
  ['signs that highlight a text go away', '\u{E203}Best\u{E204} tea', {}, 'Best tea'],
  [
    'a list of sources replaces no spaces',
    'Two words',
    referenceTo(' ', { type: 'sources_footnote', sources: [page], alt: 'x' }),
    'Two words',
  ],
  [
    'an older mark is found by its place',
    '🌳 grow【6†source】 here【7†source】',
    { citations: [{ start_ix: 6, end_ix: 16, metadata: page }] },
    `🌳 grow ${link} here`,
  ],
  [
    'other brackets stay',
    '【重要】 and [1]',
    { citations: [{ start_ix: 0, end_ix: 4, metadata: page }] },
    '【重要】 and [1]',
  ],
  ['strange fields change nothing', 'Text', { content_references: 1, citations: [1, { metadata: 2 }] }, 'Text'],
])('%s', (_, text, metadata, replaced) => {
  expect(replaceCitations(text, { ...metadata })).toBe(replaced);
});
