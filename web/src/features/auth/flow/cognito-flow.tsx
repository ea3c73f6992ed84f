import { type ComponentType, type RefObject, useEffect, useRef } from 'react';
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
import { type Flow, useFlow } from './use-flow.ts';

interface PageDefinition {
  /** What the tab says. */
  title: string;
  Content: ComponentType<{ flow: Flow }>;
}

const pages: Record<FlowPage, PageDefinition> = {
  sign_in: { title: 'Sign in', Content: SignInPage },
  sign_up: { title: 'Sign up', Content: SignUpPage },
  sign_up_confirm: { title: 'Confirm sign up', Content: ConfirmPage },
  setup_mfa: { title: 'Set up an authenticator', Content: SetupMfaPage },
  mfa: { title: 'MFA code', Content: MfaPage },
  sign_up_done: { title: 'Thank you', Content: DonePage },
  forgot_password: { title: 'Forgot password', Content: ForgotPasswordPage },
  reset_password: { title: 'New password', Content: ResetPasswordPage },
};

export function CognitoFlow() {
  const flow = useFlow();
  const { title, Content } = pages[flow.entry.page];
  const place = useRef<HTMLDivElement>(null);
  useFocusFirstField(place, flow.visitKey);
  return (
    <Page title={title}>
      <div ref={place} className={styles.narrow}>
        <Content key={flow.visitKey} flow={flow} />
      </div>
    </Page>
  );
}

/** A next page begins in its first field that is still to be filled. The one that the flow was entered with does not: the screen itself is new. */
function useFocusFirstField(place: RefObject<HTMLElement | null>, visit: string) {
  const last = useRef(visit);
  useEffect(() => {
    if (last.current === visit) return;
    last.current = visit;
    const fields = [...(place.current?.querySelectorAll('input:not([readonly])') ?? [])];
    const first = fields.find((field) => field instanceof HTMLInputElement && field.value === '') ?? fields[0];
    const start = first ?? place.current?.querySelector('h1[tabindex]');
    if (start instanceof HTMLElement) start.focus();
  }, [place, visit]);
}
