import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { safeRedirect } from 'shared-types/rules/redirect';
import { type FlowEntry, flowEntryOf, type FlowPage, invitationFromHash } from './flow-page.ts';

/** What is typed in the flow and carried from page to page; it is gone when one leaves. */
interface FlowInput {
  username: string;
  password: string;
  totp: string;
}

interface GoOptions {
  username?: string;
  isReset?: boolean;
  /** For a step that is used up: 'back' must not lead to it again. */
  replace?: boolean;
}

export interface Flow extends FlowInput {
  entry: FlowEntry;
  /** That one came with, or nothing. */
  invitation: string;
  /** The query string, with the `redirectUrl` in it: every page keeps it. */
  search: string;
  /** Differs for every visit to a page. */
  visitKey: string;
  setInput: (carried: Partial<FlowInput>) => void;
  go: (page: FlowPage, step?: GoOptions) => void;
  /** To the page before, as the browser's own button does. */
  back: () => void;
  /** Signed in: a full page load of what was first asked for. */
  finishSignIn: () => void;
}

export function useFlow(): Flow {
  const location = useLocation();
  const navigate = useNavigate();
  const state: unknown = location.state;
  const [carried, setCarried] = useState<FlowInput>({ username: '', password: '', totp: '' });
  const entry = flowEntryOf(state, carried.totp !== '', location.hash);
  const { search } = location;
  return {
    ...carried,
    entry,
    invitation: invitationFromHash(location.hash),
    search,
    visitKey: location.key,
    setInput: (changed) => setCarried((before) => ({ ...before, ...changed })),
    go: (page, { username = '', isReset = false, replace = false } = {}) =>
      void navigate({ search }, { replace, state: { page, username, isReset } }),
    // Whoever came by a link has no page of this site behind.
    back: () => void (location.key === 'default' ? navigate({ search }, { replace: true }) : navigate(-1)),
    finishSignIn: () => {
      const redirectUrl = new URLSearchParams(search).get('redirectUrl');
      window.location.replace(safeRedirect(redirectUrl, window.location.origin));
    },
  };
}
