import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { safeRedirect } from 'shared-types/rules/redirect';
import { type Entry, entryOf, type FlowPage, invitationIn } from './flow-page.ts';

/** What is typed in the flow and carried from page to page; it is gone when one leaves. */
interface Carried {
  username: string;
  password: string;
  totp: string;
}

interface Step {
  username?: string;
  isReset?: boolean;
  /** For a step that is used up: 'back' must not lead to it again. */
  replace?: boolean;
}

export interface Flow extends Carried {
  entry: Entry;
  /** That one came with, or nothing. */
  invitation: string;
  /** The query string, with the `redirectUrl` in it: every page keeps it. */
  search: string;
  /** Differs for every visit to a page. */
  visit: string;
  carry: (carried: Partial<Carried>) => void;
  go: (page: FlowPage, step?: Step) => void;
  /** To the page before, as the browser's own button does. */
  back: () => void;
  /** Signed in: a full page load of what was first asked for. */
  finish: () => void;
}

export function useFlow(): Flow {
  const location = useLocation();
  const navigate = useNavigate();
  const state: unknown = location.state;
  const [carried, setCarried] = useState<Carried>({ username: '', password: '', totp: '' });
  const entry = entryOf(state, carried.totp !== '', location.hash);
  const { search } = location;
  return {
    ...carried,
    entry,
    invitation: invitationIn(location.hash),
    search,
    visit: location.key,
    carry: (changed) => setCarried((before) => ({ ...before, ...changed })),
    go: (page, { username = '', isReset = false, replace = false } = {}) =>
      void navigate({ search }, { replace, state: { page, username, isReset } }),
    // Whoever came by a link has no page of this site behind.
    back: () => void (location.key === 'default' ? navigate({ search }, { replace: true }) : navigate(-1)),
    finish: () => {
      const redirectUrl = new URLSearchParams(search).get('redirectUrl');
      window.location.replace(safeRedirect(redirectUrl, window.location.origin));
    },
  };
}
