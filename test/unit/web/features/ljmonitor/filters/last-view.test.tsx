/** @jest-environment jsdom */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { Link, Route, Routes, useLocation } from 'react-router-dom';
import { deleteDrafts } from 'web/lib/draft-storage';
import { housePage, oneHouse } from 'web/lib/house-link';
import Monitor from 'web/features/ljmonitor/monitor.tsx';
import { renderPart } from '../../../../../support/browser/render.tsx';

function Place() {
  const { pathname, search } = useLocation();
  return (
    <>
      <p>at {pathname + search}</p>
      <Link to="/">Home</Link>
      <Link to="/ljmonitor">Monitor</Link>
      <Link to="/ljmonitor?order=price">By price</Link>
      <Link to={housePage('南北')} state={oneHouse}>
        One house
      </Link>
      <Link to="/ljmonitor?news=cheaper&since=1700000000000">Cheaper since the visit</Link>
      <Link to="/ljmonitor?houseIds=107100000001">Houses of a message</Link>
    </>
  );
}

const go = (name: string) => act(async () => void fireEvent.click(screen.getByRole('link', { name })));
const at = (place: string) => screen.findByText(`at ${place}`);

function open(path: string, userId = 'cognito|ann') {
  const session = { data: { userContext: { userId, name: 'Ann', avatarUrl: null }, preferences: undefined } };
  return renderPart(
    <>
      <Place />
      <Routes>
        <Route index element={<p>Home page</p>} />
        <Route path="/ljmonitor" element={<Monitor />} />
      </Routes>
    </>,
    { path, answers: { 'GET /api/auth/session': { body: session } } },
  );
}

/** Opens the monitor with filters, and leaves it. */
async function leave(search: string, userId?: string) {
  const { unmount, client } = open(`/ljmonitor${search}`, userId);
  await waitFor(() => expect(client.getQueryData(['session'])).toBeTruthy());
  await go('Home');
  return unmount;
}

describe('the last filters of the monitor', () => {
  beforeEach(() => localStorage.clear());

  it('are there again when the user comes back', async () => {
    await leave('?maxPrice=500&resblockId=111111');
    await go('Monitor');
    expect(await at('/ljmonitor?maxPrice=500&resblockId=111111')).toBeTruthy();
  });

  it('are there again in another tab, before which nothing else is loaded', async () => {
    (await leave('?maxPrice=500'))();
    const { sent } = open('/ljmonitor');
    expect(screen.queryByRole('heading', { name: 'LJMonitor' })).toBeNull();
    expect(sent.map(({ call }) => call)).toEqual(['GET /api/auth/session']);
    expect(await at('/ljmonitor?maxPrice=500')).toBeTruthy();
  });

  it('give way to those of the address', async () => {
    await leave('?maxPrice=500');
    await go('By price');
    expect(await at('/ljmonitor?order=price')).toBeTruthy();
    await go('Home');
    await go('Monitor');
    expect(await at('/ljmonitor?order=price')).toBeTruthy();
  });

  it('are gone when the user has cleared them', async () => {
    const unmount = await leave('?maxPrice=500');
    await go('Monitor');
    await at('/ljmonitor?maxPrice=500');
    // A link to the monitor itself clears them, as the button does.
    await go('Monitor');
    await at('/ljmonitor');
    await go('Home');
    await go('Monitor');
    expect(await at('/ljmonitor')).toBeTruthy();
    unmount();
    open('/ljmonitor');
    expect(await at('/ljmonitor')).toBeTruthy();
  });

  it('are not the news since a visit, which has passed', async () => {
    await leave('?maxPrice=500');
    await go('Cheaper since the visit');
    await at('/ljmonitor?news=cheaper&since=1700000000000');
    await go('Home');
    await go('Monitor');
    expect(await at('/ljmonitor?maxPrice=500')).toBeTruthy();
  });

  it('are not the houses of a message', async () => {
    await leave('?maxPrice=500');
    await go('Houses of a message');
    await at('/ljmonitor?houseIds=107100000001');
    await go('Home');
    await go('Monitor');
    expect(await at('/ljmonitor?maxPrice=500')).toBeTruthy();
  });

  it('are not the title of a house that was opened by a link', async () => {
    await leave('?maxPrice=500');
    await go('One house');
    await at(`/ljmonitor?text=${encodeURIComponent('南北')}`);
    await go('Home');
    await go('Monitor');
    expect(await at('/ljmonitor?maxPrice=500')).toBeTruthy();
  });

  it('are never those of another user, and end with the sign-out', async () => {
    (await leave('?maxPrice=500'))();
    const { unmount } = open('/ljmonitor', 'cognito|bob');
    await screen.findByRole('heading', { name: 'LJMonitor' });
    expect(await at('/ljmonitor')).toBeTruthy();
    unmount();
    (await leave('?maxPrice=500'))();
    deleteDrafts();
    expect(Object.keys(localStorage)).toEqual([]);
  });
});
