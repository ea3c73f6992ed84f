import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isSignInEnded, mfaError } from '../flow/describe-refusal.ts';
import { CodeField } from '../flow/code-field.tsx';
import { FlowForm } from '../flow/flow-form.tsx';
import { FormErrorText, useFocusOnError } from '../flow/form-error.tsx';
import type { SignInReason } from '../flow/flow-page.ts';
import type { FlowPageProps } from '../flow/use-flow.ts';

interface MfaFormProps extends FlowPageProps {
  lead: ReactNode;
  confirm: (userCode: string) => Promise<unknown>;
  onDone: () => void;
  /** What the sign-in page says when no further code is accepted here. */
  ended: SignInReason;
  children?: ReactNode;
}

/** Asks for a code from the authenticator app. */
export function MfaForm({ flow, title, lead, confirm, onDone, ended, children }: MfaFormProps) {
  const [code, setCode] = useState('');
  const startOver = (reason?: SignInReason) => {
    // A reload forgets what was typed. The history still has the name.
    flow.setInput({ username: flow.entry.username });
    flow.go('sign_in', { replace: true, ...(reason && { reason }) });
  };
  const { mutate, reset, error, isPending, isSuccess } = useMutation({
    mutationFn: () => confirm(code.trim()),
    onSuccess: onDone,
    onError: (refusal) => {
      if (isSignInEnded(refusal)) startOver(ended);
    },
  });
  const field = useFocusOnError(error);
  return (
    <FlowForm
      title={title}
      lead={lead}
      label="Confirm"
      canSubmit={code.trim() !== ''}
      // The form stays busy until the next page is loaded, because a code works only once.
      isBusy={isPending || isSuccess}
      submit={mutate}
      back={flow.back}
    >
      {children}
      <CodeField
        ref={field}
        label="MFA code"
        code={code}
        onCode={(typed) => {
          setCode(typed);
          if (error) reset();
        }}
        error={error && <FormErrorText error={mfaError(error)} onStartOver={() => startOver()} />}
      />
    </FlowForm>
  );
}
