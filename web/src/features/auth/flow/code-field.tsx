import type { ReactNode, RefObject } from 'react';
import { FlowField } from './flow-field.tsx';

interface CodeFieldProps {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  code: string;
  onCode: (code: string) => void;
  error: ReactNode;
}

/** A field for a code from an email or an authenticator app. */
export function CodeField({ code, onCode, ...field }: CodeFieldProps) {
  return (
    <FlowField
      {...field}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      value={code}
      onChange={({ target }) => onCode(target.value)}
    />
  );
}
