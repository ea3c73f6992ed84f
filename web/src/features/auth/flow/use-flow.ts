import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { safeRedirect } from 'shared-types/rules/auth/redirect';
import { lockDrafts } from '../../../lib/draft-storage.ts';
import { type FlowEntry, flowEntryOf, type FlowPage, invitationFromHash, type SignInReason } from './flow-page.ts';

/** The typed input that the pages share. It lives as long as the flow is on screen. */
interface FlowInput {
  username: string;
  password: string;
  totp: string;
  /** An earlier QR code of this sign-in no longer counts. */
  isNewTotp: boolean;
}

interface GoOptions {
  username?: string;
  reason?: SignInReason;
  /** Replaces the current page in the history, so that 'back' does not lead to it again. */
  replace?: boolean;
}

export interface Flow extends FlowInput {
  entry: FlowEntry;
  /** The code of the invitation link, or an empty string. */
  invitation: string;
  /** The query string with `redirectUrl`, which every page keeps. */
  search: string;
  /** Unique for each visit to a page. */
  visitKey: string;
  setInput: (input: Partial<FlowInput>) => void;
  go: (page: FlowPage, options?: GoOptions) => void;
  /** Returns to the previous page, as the browser's back button does. */
  back: () => void;
  /** Loads the page that was first requested, as a full page load. */
  finishSignIn: () => void;
}

export interface FlowPageProps {
  flow: Flow;
  title: string;
}

export function useFlow(): Flow {
  const location = useLocation();
  const navigate = useNavigate();
  const state: unknown = location.state;
  const [input, setInput] = useState<FlowInput>(() => {
    // After a reload in the middle of a sign-up, the history entry still knows the username.
    const { username } = flowEntryOf(state, false, location.hash);
    return { username, password: '', totp: '', isNewTotp: false };
  });
  const entry = flowEntryOf(state, input.totp !== '', location.hash);
  const { search } = location;
  return {
    ...input,
    entry,
    invitation: invitationFromHash(location.hash),
    search,
    visitKey: location.key,
    setInput: (changed) => setInput((before) => ({ ...before, ...changed })),
    go: (page, { username = '', reason, replace = false } = {}) =>
      void navigate({ search }, { replace, state: { page, username, reason } }),
    // After entering by a link, the history has no earlier page of this site.
    back: () => void (location.key === 'default' ? navigate({ search }, { replace: true }) : navigate(-1)),
    finishSignIn: () => {
      const redirectUrl = new URLSearchParams(search).get('redirectUrl');
      // Another person may have written them, and the next page shows them before it knows who has signed in.
      lockDrafts();
      window.location.replace(safeRedirect(redirectUrl, window.location.origin));
    },
  };
}
