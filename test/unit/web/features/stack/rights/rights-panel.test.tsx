/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import RightsPanel from 'web/features/stack/rights/rights-panel.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

const base = '/api/minecraft_bedrock/v2/survival/rights';
const data = { version: 2, everyone: ['start', 'stop'], people: [{ email: 'ann@example.org', rights: ['command'] }] };

const show = () =>
  renderPart(<RightsPanel stackName="survival" />, {
    answers: { [`GET ${base}`]: { body: { data } }, [`PUT ${base}`]: { body: {} } },
  });
const add = async (email: string) => {
  fireEvent.change(await screen.findByLabelText('Email address of an account'), { target: { value: email } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
};
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('the rights for a stack', () => {
  it('are chosen for everyone and for people', async () => {
    const { sent } = show();
    await add(' Bob@Example.org ');
    fireEvent.click(screen.getByLabelText('Stop: Everyone who is signed in'));
    fireEvent.click(screen.getByLabelText('Stop: bob@example.org'));
    fireEvent.click(screen.getByLabelText('Start: ann@example.org'));
    save();
    const people = [
      { email: 'ann@example.org', rights: ['command', 'start'] },
      { email: 'bob@example.org', rights: ['start'] },
    ];
    const body = { version: 2, everyone: ['start'], people };
    await waitFor(() => expect(sent).toContainEqual({ call: `PUT ${base}`, body }));
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(screen.queryByLabelText('Console: Everyone who is signed in')).toBeNull();
  });

  it('are taken from a person who is removed', async () => {
    const { sent } = show();
    fireEvent.click(await screen.findByRole('button', { name: 'Remove ann@example.org' }));
    save();
    await waitFor(() =>
      expect(sent).toContainEqual({
        call: `PUT ${base}`,
        body: { version: 2, everyone: ['start', 'stop'], people: [] },
      }),
    );
  });

  it.each([
    ['ann', /^Enter an email address/],
    ['Ann@example.org', /already on the list/],
  ])('are not given to %s', async (email, problem) => {
    show();
    await add(email);
    expect(await screen.findByText(problem)).toBeTruthy();
    expect(screen.getAllByRole('group')).toHaveLength(2);
  });
});
