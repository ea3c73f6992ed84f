import { describe, expect, it } from '@jest/globals';
import type { ChatModel } from 'shared-types/contract/chat';
import type { ChatFile } from 'shared-types/contract/chat/files';
import { describeQuestion } from 'web/features/chat/conversation/composer/describe-question';
import { message } from '../../messages.ts';

describe('describeQuestion', () => {
  const price = { input: 10, output: 50 };
  const messages = [message(0, { text: '茶'.repeat(1000) }), message(1, { text: 'tea '.repeat(200) })];
  it.each([
    [
      'counts the remembered messages and the draft',
      'What?',
      10,
      price,
      'Sends about 1,202 tokens for $0.0120, plus the answer.',
    ],
    ['has no price for a model without one', 'tea', 10, undefined, 'Sends about 1,201 tokens, plus the answer.'],
  ] as const)('%s', (_, text, memorySize, ofModel, expected) => {
    expect(describeQuestion({ text }, messages, { memorySize }, ofModel && { pricePerMillion: ofModel })).toBe(
      expected,
    );
  });

  it('leaves out what the model does not read', () => {
    const later = [message(2, { text: 'tea' }), message(3, { text: 'tea' })];
    expect(describeQuestion({ text: 'tea' }, [...messages, ...later], { memorySize: 2 }, undefined)).toBe(
      'Sends about 3 tokens, plus the answer.',
    );
  });

  it('is empty before the first word', () => {
    expect(describeQuestion({ text: '' }, [], { memorySize: 1 }, { pricePerMillion: price })).toBe('');
  });

  it('counts the pictures of the question and of the remembered ones', () => {
    const file = { fileId: '01', name: 'cat.png', type: 'image/png' as const, bytes: 81, width: 40, height: 30 };
    const earlier = [
      message(0, { senderRole: 'USER', text: 'tea?', files: [file, file] }),
      message(1, { text: 'Yes.' }),
    ];
    expect(describeQuestion({ text: 'tea', files: [file] }, earlier, { memorySize: 3 }, undefined)).toBe(
      'Sends about 768 tokens, plus the answer.',
    );
  });

  it.each<[string, Pick<ChatModel, 'pictures' | 'pdfs'> | undefined, number]>([
    ['shown to a model with eyes that reads PDFs', { pictures: true, pdfs: true }, 2 * (255 + 3005)],
    ['sent as their texts to another model', {}, 2 * 5],
    ['shown to a model that is not known yet', undefined, 2 * (255 + 3005)],
  ])('counts files as they are %s', (_, model, tokens) => {
    const files: ChatFile[] = [
      { fileId: '01', name: 'cat.png', type: 'image/png', bytes: 81, width: 40, height: 30 },
      { fileId: '02', name: 'lease.pdf', type: 'application/pdf', bytes: 300_000, tokens: 5 },
    ];
    const earlier = [message(0, { text: '', files })];
    expect(describeQuestion({ text: '', files }, earlier, { memorySize: 2 }, model)).toBe(
      `Sends about ${tokens.toLocaleString('en-US')} tokens, plus the answer.`,
    );
  });

  it('counts the system prompt', () => {
    const conversation = { memorySize: 1, systemPrompt: 'Answer in one word.' };
    expect(describeQuestion({ text: 'tea' }, [], conversation, undefined)).toBe(
      'Sends about 6 tokens, plus the answer.',
    );
  });
});
