import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { mfaRefusal } from '../messages.ts';
import { CodeField } from '../flow/code-field.tsx';
import { Form } from '../flow/flow-form.tsx';
import { Refusal, useFocusOn } from '../flow/refusal.tsx';
import type { Flow } from '../flow/use-flow.ts';

interface MfaFormProps {
  flow: Flow;
  title: string;
  lead: ReactNode;
  confirm: (userCode: string) => Promise<unknown>;
  onDone: () => void;
  children?: ReactNode;
}

/** Asks for a code of the authenticator. */
export function MfaForm({ flow, title, lead, confirm, onDone, children }: MfaFormProps) {
  const [code, setCode] = useState('');
  const { mutate, reset, error, isPending, isSuccess } = useMutation({
    mutationFn: () => confirm(code.trim()),
    onSuccess: onDone,
  });
  const field = useFocusOn(error);
  return (
    <Form
      title={title}
      lead={lead}
      label="Confirm"
      canSubmit={code.trim() !== ''}
      // Also while what was asked for is loaded: the same code is good for one time only.
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
        error={
          error && <Refusal refusal={mfaRefusal(error)} onStartAgain={() => flow.go('sign_in', { replace: true })} />
        }
      />
    </Form>
  );
}
