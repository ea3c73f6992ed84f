import { describe, expect, it } from '@jest/globals';
import { ImportedConversation } from 'shared-types/contract/chat/import';
import { noneLeftOut } from 'web/features/chat/transfer/imported';
import { readConversation } from 'web/features/chat/transfer/read-conversation';
import { exoridus, josephjohncox, mitkury, newer, pionxzh } from './samples.ts';

const messagesOf = (value: unknown) =>
  readConversation(value).conversation?.messages.map(({ senderRole, text }) => [senderRole, text]);

const message = (text: string, createTime: number) => ({
  author: { role: 'user' },
  create_time: createTime,
  content: { content_type: 'text', parts: [text] },
});

/** Returns a message of the assistant to the canvas. */
const canvasCall = (tool: string, text: string, isCode = true) => ({
  message: {
    author: { role: 'assistant' },
    recipient: `canmore.${tool}`,
    content: isCode ? { content_type: 'code', language: 'json', text } : { content_type: 'text', parts: [text] },
  },
});

describe('a conversation of the export', () => {
  it('is read along its shown branch, without hidden messages', () => {
    expect(readConversation(mitkury).conversation).toEqual({
      exportId: '11111111-aaaa-4aaa-8aaa-000000000001#a2',
      title: 'White tea',
      createTime: 1_714_557_600_500,
      updateTime: 1_714_557_700_000,
      messages: [
        { place: 256, id: 'q', senderRole: 'USER', text: 'What is white tea?', createTime: 1_714_557_601_000 },
        {
          place: 512,
          id: 'a2',
          senderRole: 'ASSISTANT',
          text: 'A tea of buds.',
          createTime: 1_714_557_610_250,
          modelCode: 'gpt-4',
        },
      ],
    });
  });

  it('has an id for each branch, which stays while the branch grows and another one begins', () => {
    const { mapping } = mitkury;
    const id = '11111111-aaaa-4aaa-8aaa-000000000001';
    const idOf = (current: string, more: object = {}) =>
      readConversation({ id, mapping: { ...more, ...mapping }, current_node: current }).conversation?.exportId;
    const later = {
      a3: { parent: 'q', message: message('A third answer.', 1_714_557_700) },
      q2: { parent: 'context', message: message('How hot?', 1_714_557_620) },
    };
    expect([idOf('a1'), idOf('a2'), idOf('a1', later)]).toEqual([id, `${id}#a2`, id]);
    expect([idOf('a3', later), idOf('q2', later)]).toEqual([`${id}#a3`, `${id}#a2`]);
  });

  it('is read with missing fields, pictures and times in milliseconds', () => {
    expect(readConversation(exoridus).conversation).toMatchObject({
      exportId: '22222222-bbbb-4bbb-8bbb-000000000002',
      title: '',
      messages: [
        { text: '[image]\n\nWhat is this?', createTime: 1_714_557_600_500 },
        { text: 'Ein Baum. 🌳', createTime: 1_714_557_650_000 },
      ],
    });
  });

  it('is read without its instructions, thoughts and calls of tools, along the branch that ends last', () => {
    expect(messagesOf(josephjohncox)).toEqual([
      ['USER', 'Add 1 and 2'],
      ['ASSISTANT', '```python\nprint(1 + 2)\n```'],
    ]);
  });

  it('names its files, keeps the places of its pictures, and counts what is left out', () => {
    expect(messagesOf(pionxzh)).toEqual([
      ['USER', '[image]\n\nDraw this garden\n\n*Attached: garden.png, plan.pdf*'],
      ['ASSISTANT', '[image]'],
      ['ASSISTANT', 'A garden with a pond.'],
    ]);
    const left = [mitkury, exoridus, josephjohncox, pionxzh].map((each) => readConversation(each).leftOut);
    expect(left).toEqual([
      { ...noneLeftOut, messages: 1, pictures: 0, files: 0, unknown: 0 },
      { ...noneLeftOut, messages: 0, pictures: 1, files: 0, unknown: 0 },
      { ...noneLeftOut, messages: 0, pictures: 0, files: 0, unknown: 0 },
      { ...noneLeftOut, messages: 2, pictures: 2, files: 1, unknown: 0 },
    ]);
  });

  it('of a newer format is read as far as it is known, and the rest is counted', () => {
    expect(messagesOf(newer)).toEqual([
      ['USER', 'What is this?'],
      ['ASSISTANT', 'A map of the garden.'],
    ]);
    expect(readConversation(newer).leftOut).toEqual({ ...noneLeftOut, messages: 0, pictures: 0, files: 0, unknown: 3 });
  });

  it('has an id by its time and its first message where it has none of its own', () => {
    // Such is a sample of alyssafuward/chatgpt-explorer, tests/fixtures/conversations.json.
    const mapping = {
      root: { parent: null, children: ['q'], message: null },
      q: { parent: 'root', children: [], message: { author: { role: 'user' }, content: message('Tea?', 0).content } },
    };
    expect(readConversation({ create_time: 1_700_000_000.25, mapping }).conversation).toMatchObject({
      exportId: '1700000000250 root',
      messages: [{ text: 'Tea?', createTime: 1_700_000_000_250 }],
    });
  });

  it('is read in the order of its messages where nothing links them, also a text that is no part', () => {
    // Such are the samples of mattgill/chatgpt-export-analyzer, tests/fixtures/parity-export.
    const answer = { author: { role: 'assistant' }, content: { content_type: 'text', text: 'Two minutes.' } };
    const unlinked = {
      id: 'alpha',
      mapping: {
        q: { message: message('How long?', 1_714_557_600) },
        a: { message: answer },
        recap: { message: { author: { role: 'assistant' }, content: { content_type: 'reasoning_recap' } } },
      },
    };
    expect(messagesOf(unlinked)).toEqual([
      ['USER', 'How long?'],
      ['ASSISTANT', 'Two minutes.'],
    ]);
    expect(readConversation(unlinked)).toMatchObject({ conversation: { exportId: 'alpha' }, leftOut: noneLeftOut });
  });

  it('has texts that do not say that they are texts', () => {
    // Such are the samples of quentinous/chatgpt-export-studio and misaka310/chatgpt_chat_view, samples/conversations.json.
    const mapping = {
      q: { message: { author: { role: 'user' }, content: { parts: ['How long?'] } } },
      a: { message: { author: { role: 'assistant' }, content: { parts: ['Two minutes.'] } } },
      nothing: { message: { author: { role: 'assistant' }, content: {} } },
    };
    expect(messagesOf({ conversation_id: 'beta', mapping })).toEqual([
      ['USER', 'How long?'],
      ['ASSISTANT', 'Two minutes.'],
    ]);
    expect(readConversation({ id: 'beta', mapping }).leftOut).toEqual({ ...noneLeftOut, unknown: 1 });
  });

  it('keeps the places of the pictures that a program has drawn', () => {
    // Such is the sample of realazthat/chatgpt2graph, examples/conversations.json.
    const plot = { message_type: 'image', image_url: 'file-service://plot' };
    const mapping = {
      q: { message: message('Plot it', 1_714_557_600) },
      plot: {
        message: {
          author: { role: 'tool', name: 'python' },
          content: { content_type: 'execution_output', text: '<Figure size 1000x600>' },
          metadata: { aggregate_result: { messages: [{ message_type: 'stream', text: '1' }, plot, plot] } },
        },
      },
    };
    expect(messagesOf({ id: 'plots', mapping })).toEqual([
      ['USER', 'Plot it'],
      ['ASSISTANT', '[image]\n\n[image]'],
    ]);
    expect(readConversation({ id: 'plots', mapping }).leftOut).toEqual({ ...noneLeftOut, pictures: 2 });
  });

  it('is read without what an answer said while it was thinking', () => {
    // Such is tests/fixtures/thinking-multi-preamble.json of pionxzh/chatgpt-exporter.
    const { content } = message('I look it up.', 0);
    const metadata = { is_thinking_preamble_message: true };
    const mapping = {
      preamble: { message: { author: { role: 'assistant' }, recipient: 'all', content, metadata } },
      a: { message: { author: { role: 'assistant' }, content: message('Two minutes.', 0).content } },
    };
    expect(messagesOf({ id: 'preamble', mapping })).toEqual([['ASSISTANT', 'Two minutes.']]);
    expect(readConversation({ id: 'preamble', mapping }).leftOut).toEqual(noneLeftOut);
  });

  it('becomes what the site takes', () => {
    for (const each of [mitkury, exoridus, josephjohncox, pionxzh])
      expect(ImportedConversation.safeParse(readConversation(each).conversation).success).toBe(true);
  });

  it('is parted where a message is too long, and never within a character', () => {
    const long = `x${'🌳'.repeat(60_000)}`;
    const mapping = { q: { message: { author: { role: 'user' }, content: { content_type: 'text', parts: [long] } } } };
    const read = readConversation({ id: '1', mapping, current_node: 'q' }).conversation;
    expect(read?.messages.map(({ text }) => text).join('')).toBe(long);
    expect(read?.messages.length).toBe(3);
    expect(ImportedConversation.safeParse(read).success).toBe(true);
  });

  it.each<[string, unknown, number]>([
    ['a number', 1, 1],
    ['nothing', null, 1],
    ['no id and no time', { ...mitkury, id: undefined, create_time: undefined, update_time: undefined }, 1],
    ['no messages', { id: '1', mapping: {} }, 0],
    ['another mapping', { id: '1', mapping: [] }, 1],
    ['a loop', { id: '1', current_node: 'a', mapping: { a: { parent: 'b' }, b: { parent: 'a' } } }, 0],
    ['strange messages', { id: '1', current_node: 'a', mapping: { a: { message: { author: 1, content: [] } } } }, 1],
  ])('is left out when it is %s', (_, value, unknown) => {
    const { conversation, leftOut } = readConversation(value);
    expect([conversation, leftOut.unknown]).toEqual([undefined, unknown]);
  });

  it('has the texts of the canvas and their changes, and counts what is no text', () => {
    const create = { name: 'Tea', type: 'document', content: '# White tea\n\nBuds.' };
    const update = { updates: [{ pattern: '.*', multiple: false, replacement: '# Green tea' }] };
    const value = {
      id: 'canvas',
      mapping: {
        a: canvasCall('create_textdoc', JSON.stringify(create)),
        b: canvasCall('update_textdoc', JSON.stringify(update), false),
        c: canvasCall('create_textdoc', JSON.stringify({ type: 'code/python', content: 'print("```")' })),
        d: canvasCall('comment_textdoc', JSON.stringify({ comments: [{ comment: 'Shorter?' }] })),
        e: canvasCall('create_textdoc', '{"name": "Te'),
      },
    };
    expect(messagesOf(value)).toEqual([
      ['ASSISTANT', '**Tea**\n\n# White tea\n\nBuds.'],
      ['ASSISTANT', '# Green tea'],
      ['ASSISTANT', '````python\nprint("```")\n````'],
    ]);
    expect(readConversation(value).leftOut).toEqual({ ...noneLeftOut, unknown: 2 });
  });
});
