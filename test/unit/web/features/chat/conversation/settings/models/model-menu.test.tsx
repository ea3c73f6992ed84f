/** @jest-environment jsdom */
import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { ModelMenu } from 'web/features/chat/conversation/settings/models/model-menu.tsx';
import { renderPart } from '../../../../../../../support/browser/render.tsx';

const terra = { code: 'terra', name: 'Terra', provider: 'OpenAI', available: true };

it.each([true, false])('the menu says whether the provider stores the answers of the model: %s', async (background) => {
  const models = [
    { ...terra, ...(background && { background }) },
    { ...terra, code: 'sol', name: 'Sol' },
  ];
  renderPart(<ModelMenu code="terra" onChoose={() => {}} />, {
    answers: { 'GET /api/chat/models': { body: models } },
  });
  expect(await screen.findByText('Sol')).toBeTruthy();
  expect(screen.queryAllByText('The provider stores the answers of this model.')).toHaveLength(background ? 1 : 0);
});

it('groups the models by provider, and grays those that are retired', async () => {
  const models = [
    terra,
    { ...terra, code: 'old', name: 'Old', available: false },
    { ...terra, code: 'large', name: 'Large', provider: 'Mistral' },
  ];
  const { container } = renderPart(<ModelMenu code="terra" onChoose={() => {}} />, {
    answers: { 'GET /api/chat/models': { body: models } },
  });
  await screen.findByText('Large');
  const groups = [...container.querySelectorAll('optgroup')].map(({ label, children }) => [
    label,
    [...children].map((option) => [option.getAttribute('value'), option.className]),
  ]);
  expect(groups).toEqual([
    [
      'OpenAI',
      [
        ['terra', ''],
        ['old', 'retired'],
      ],
    ],
    ['Mistral', [['large', '']]],
  ]);
});
