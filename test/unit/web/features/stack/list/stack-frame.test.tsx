/** @jest-environment jsdom */
import { expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { renderPart } from '../../../../../support/browser/render.tsx';

it('keeps what is open and typed in the page of a stack when the window changes its width', async () => {
  const wide = Object.assign(new EventTarget(), { matches: false });
  jest.spyOn(window, 'matchMedia').mockReturnValue(Object.assign(wide, mediaQuery));
  const { StackFrame } = await import('web/features/stack/list/stack-frame.tsx');
  renderPart(
    <StackFrame title="Stack: survival" current="survival">
      <input aria-label="Command" />
    </StackFrame>,
    { answers: { 'GET /api/minecraft_bedrock/v2/list': { body: { data: ['survival'] } } } },
  );
  const resize = (matches: boolean) =>
    act(async () => {
      wide.matches = matches;
      wide.dispatchEvent(new Event('change'));
    });
  fireEvent.change(screen.getByLabelText('Command'), { target: { value: 'say hello' } });

  for (const matches of [true, false]) {
    await resize(matches);
    expect(screen.queryByRole('navigation', { name: 'Stacks' }) !== null).toBe(matches);
    expect(screen.getByLabelText<HTMLInputElement>('Command').value).toBe('say hello');
  }
});

const mediaQuery = { media: '', onchange: null, addListener: () => undefined, removeListener: () => undefined };
