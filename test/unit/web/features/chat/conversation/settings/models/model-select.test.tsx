/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { modelLabel, ModelSelect } from 'web/features/chat/conversation/settings/models/model-select.tsx';
import { manyProviders } from '../../../../../../../support/many-models.ts';

const models = manyProviders('https://models.example/v1').flatMap((provider) =>
  provider.models.map(({ code, name }) => ({ code, name, provider: provider.name, available: true })),
);

function Menu() {
  const [code, setCode] = useState('mistral/model-0');
  return <ModelSelect aria-label="Model" models={models} code={code} onChoose={setCode} />;
}

const search = () => screen.getByRole('searchbox', { name: 'Search models' });
const type = (text: string) => fireEvent.change(search(), { target: { value: text } });
const list = () => screen.getByLabelText('Model');
const options = () => [...list().querySelectorAll('option')].map(({ value }) => value);
const isOpen = () => list().hasAttribute('size');

describe('the menu of 200 models', () => {
  it.each([
    [
      'a word in the middle of the name',
      'instruct 32',
      ['mistral', 'deepseek', 'groq', 'openrouter', 'together', 'ollama'],
    ],
    ['a piece of the code', 'router/model-7', ['openrouter']],
    ['the provider, in any order and case', '7 GROQ', ['groq', 'groq', 'groq']],
  ])('finds by %s', (_, typed, providers) => {
    render(<Menu />);
    expect(options()).toHaveLength(200);
    type(typed);
    const [current, ...found] = options();
    expect(current).toBe('mistral/model-0');
    expect(found.map((code) => code.split('/')[0])).toEqual(providers);
    expect(isOpen()).toBe(true);
  });

  it('takes the first one by Enter, and closes', () => {
    render(<Menu />);
    type('ollama 12');
    // Enter in a form would submit it.
    expect(fireEvent.keyDown(search(), { key: 'Enter' })).toBe(false);
    expect(list()).toHaveProperty('value', 'ollama/model-12');
    expect(search()).toHaveProperty('value', '');
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(list());
  });

  it('takes the pressed one, and closes', () => {
    render(<Menu />);
    type('groq');
    fireEvent.pointerDown(list());
    fireEvent.change(list(), { target: { value: 'groq/model-3' } });
    expect(list()).toHaveProperty('value', 'groq/model-3');
    expect(isOpen()).toBe(false);
  });

  it('stays open while the arrow keys go through it, until Enter', () => {
    render(<Menu />);
    type('groq');
    fireEvent.keyDown(search(), { key: 'ArrowDown' });
    expect(document.activeElement).toBe(list());
    fireEvent.keyDown(list(), { key: 'ArrowDown' });
    fireEvent.change(list(), { target: { value: 'groq/model-0' } });
    expect(isOpen()).toBe(true);
    fireEvent.keyDown(list(), { key: 'Enter' });
    expect(isOpen()).toBe(false);
    expect(list()).toHaveProperty('value', 'groq/model-0');
  });

  it('says that nothing is found, and Escape begins again', () => {
    render(<Menu />);
    type('oolong');
    expect(screen.getByRole('status').textContent).toBe('No matching models. Try another name or provider.');
    fireEvent.keyDown(search(), { key: 'Enter' });
    expect(list()).toHaveProperty('value', 'mistral/model-0');
    // Escape in a dialog would close it.
    expect(fireEvent.keyDown(search(), { key: 'Escape' })).toBe(false);
    expect(options()).toHaveLength(200);
    expect(fireEvent.keyDown(search(), { key: 'Escape' })).toBe(true);
  });
});

it('a short menu has no search', () => {
  render(<ModelSelect aria-label="Model" models={models.slice(0, 12)} code="" onChoose={() => {}} />);
  expect(screen.queryByRole('searchbox')).toBeNull();
});

describe('modelLabel', () => {
  const model = { code: 'gpt-4o', name: 'GPT-4o', provider: 'OpenAI', available: true };
  const all = [model, { ...model, code: 'gpt-next', name: 'GPT Next' }];
  it.each([
    [model, 'GPT-4o'],
    [{ ...model, retiresOn: '2027-01-14', replacement: 'gpt-next' }, 'GPT-4o (retires 2027-01-14)'],
    [{ ...model, retiresOn: '2026-11-21' }, 'GPT-4o (retired 2026-11-21)'],
    [{ ...model, retiresOn: '2026-10-23', replacement: 'gpt-next' }, 'GPT-4o (retired 2026-10-23, now GPT Next)'],
    [{ ...model, retiresOn: '2026-10-23', replacement: 'gpt-far' }, 'GPT-4o (retired 2026-10-23, now gpt-far)'],
  ])('shows %j as %s', (shown, text) => {
    expect(modelLabel(shown, all, '2026-11-21')).toBe(text);
  });
});
