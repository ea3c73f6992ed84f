import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type RefObject, useEffect, useRef } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { safeRedirect } from 'shared-types/rules/auth/redirect';
import { sessionQuery } from '../../../api/session.ts';
import { Page } from '../../../layout/page.tsx';
import styles from './flow-form.module.css';
import { ConfirmPage } from '../sign-up/confirm-page.tsx';
import { DonePage } from '../sign-up/done-page.tsx';
import type { FlowPage } from './flow-page.ts';
import { ForgotPasswordPage } from '../password/forgot-password-page.tsx';
import { MfaPage } from '../authenticator/mfa-page.tsx';
import { ResetPasswordPage } from '../password/reset-password-page.tsx';
import { SetupMfaPage } from '../authenticator/setup-mfa-page.tsx';
import { SignInPage } from '../sign-in/sign-in-page.tsx';
import { SignUpPage } from '../sign-up/sign-up-page.tsx';
import { type FlowPageProps, useFlow } from './use-flow.ts';

interface PageDefinition {
  /** The title of the browser tab, and of the page's form. */
  title: string;
  Content: ComponentType<FlowPageProps>;
}

const pages: Record<FlowPage, PageDefinition> = {
  sign_in: { title: 'Sign in', Content: SignInPage },
  sign_up: { title: 'Sign up', Content: SignUpPage },
  sign_up_confirm: { title: 'Confirm sign-up', Content: ConfirmPage },
  setup_mfa: { title: 'Set up an authenticator', Content: SetupMfaPage },
  mfa: { title: 'Two-step verification', Content: MfaPage },
  sign_up_done: { title: 'Thank you', Content: DonePage },
  forgot_password: { title: 'Forgot password', Content: ForgotPasswordPage },
  reset_password: { title: 'New password', Content: ResetPasswordPage },
};

export default function CognitoFlow() {
  const flow = useFlow();
  const { title, Content } = pages[flow.entry.page];
  const container = useRef<HTMLDivElement>(null);
  useFocusFirstField(container, flow.visitKey);
  const { search } = useLocation();
  const { data: user } = useQuery(sessionQuery);
  // After the sign-in, 'back' leads to these forms, which have nothing more to do.
  if (user && (flow.entry.page === 'sign_in' || flow.entry.page === 'mfa'))
    return <Navigate replace to={safeRedirect(new URLSearchParams(search).get('redirectUrl'), location.origin)} />;
  return (
    <Page title={title}>
      <div ref={container} className={styles.narrow}>
        <Content key={flow.visitKey} flow={flow} title={title} />
      </div>
    </Page>
  );
}

/** Focuses the first empty field of each page after the first. On the first page, the screen itself has the focus. */
function useFocusFirstField(container: RefObject<HTMLElement | null>, visit: string) {
  const last = useRef(visit);
  useEffect(() => {
    if (last.current === visit) return;
    last.current = visit;
    const fields = [...(container.current?.querySelectorAll('input:not([readonly])') ?? [])];
    const first = fields.find((field) => field instanceof HTMLInputElement && field.value === '') ?? fields[0];
    const start = first ?? container.current?.querySelector('h1[tabindex]');
    if (start instanceof HTMLElement) start.focus();
  }, [container, visit]);
}
