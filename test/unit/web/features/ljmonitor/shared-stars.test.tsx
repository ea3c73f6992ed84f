/** @jest-environment jsdom */
import { describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import SharedStars from 'web/features/ljmonitor/shared-stars.tsx';
import { renderPart, type RenderOptions } from '../../../../support/browser/render.tsx';
import { house } from './fixtures.ts';

const email = 'bob@example.org';
const list = 'GET /api/ljmonitor/house/sorted?order=-updateTime&choice=shared';
const show = (sharing: { email: string | null; partner: string | null }, answers: RenderOptions['answers'] = {}) =>
  renderPart(<SharedStars names={new Map()} />, {
    answers: {
      'GET /api/ljmonitor/sharing': { body: sharing },
      [list]: { body: { houses: [house({ title: '双阳台' })], matches: 1, left: 0 } },
      ...answers,
    },
  });

describe('the stars of another person', () => {
  it('are offered, then awaited, and no list is asked for', async () => {
    const { sent } = show(
      { email: null, partner: null },
      {
        'PUT /api/ljmonitor/sharing': { body: { email, partner: null } },
      },
    );
    fireEvent.change(await screen.findByLabelText('Email address of the other person'), { target: { value: email } });
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    await screen.findByText(/^You share your stars with bob@example.org/);
    expect(sent.map(({ call, body }) => [call, body])).toEqual([
      ['GET /api/ljmonitor/sharing', undefined],
      ['PUT /api/ljmonitor/sharing', { email }],
    ]);
  });

  it('are shown once both have named each other, until one stops', async () => {
    show({ email, partner: 'Bob' }, { 'DELETE /api/ljmonitor/sharing': { body: { email: null, partner: null } } });
    await screen.findByText('Starred by Bob · 1');
    expect(screen.getByText('双阳台')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Stop sharing' }));
    await screen.findByLabelText('Email address of the other person');
    expect(screen.queryByText('双阳台')).toBeNull();
  });

  it('are loaded page by page, as far as a person looks', async () => {
    const starred = Array.from({ length: 31 }, (_, place) =>
      house({ houseId: String(1_000_001 + place), title: `House ${place + 1}`, updateTime: 1_000 }),
    );
    const next = `${list}&fromPlace=-1000&fromHouseId=1000030`;
    const page = Promise.withResolvers<{ body: unknown }>();
    const { sent } = show(
      { email, partner: 'Bob' },
      { [list]: { body: { houses: starred.slice(0, 30), matches: 31, left: 1 } }, [next]: page.promise },
    );
    await screen.findByText('Starred by Bob · 31');
    expect(screen.queryByText('House 31')).toBeNull();
    page.resolve({ body: { houses: starred.slice(30), matches: 31, left: 0 } });
    await screen.findByText('House 31');
    const asked = sent.flatMap(({ call }) => (call.startsWith(list) ? [call] : []));
    expect(asked).toEqual([list, next]);
  });

  it('say why they could not be shared', async () => {
    const refused = { status: 400, body: { errorCode: 'invalid', message: 'This is your own address.' } };
    show({ email: null, partner: null }, { 'PUT /api/ljmonitor/sharing': refused });
    fireEvent.change(await screen.findByLabelText('Email address of the other person'), { target: { value: email } });
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('This is your own address.'));
  });
});
