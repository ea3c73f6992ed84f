import type { ReactNode, RefObject } from 'react';
import { Field } from './field.tsx';

interface CodeFieldProps {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  code: string;
  onCode: (code: string) => void;
  error: ReactNode;
}

/** For a code from a mail or an authenticator: digits to type, or anything that looks like them to paste. */
export function CodeField({ code, onCode, ...field }: CodeFieldProps) {
  return (
    <Field
      {...field}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      value={code}
      onChange={({ target }) => onCode(target.value)}
    />
  );
}
