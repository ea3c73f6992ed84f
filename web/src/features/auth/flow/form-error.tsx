import { type RefObject, useEffect, useRef } from 'react';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import type { FormError } from './describe-refusal.ts';

interface FormErrorTextProps {
  error: FormError;
  onStartOver?: () => void;
}

/** The error in the words of the specification's catalogue, with a hint what to do. */
export function FormErrorText({ error: { text, hint, canStartOver }, onStartOver }: FormErrorTextProps) {
  return (
    <p>
      <strong>{text}</strong> {hint && <span>{hint}</span>}{' '}
      {canStartOver && onStartOver && <LinkButton onClick={onStartOver}>Start over</LinkButton>}
    </p>
  );
}

/** Returns the ref of the field under which an error shows. The field gets the focus when an error comes. */
export function useFocusOnError(error: unknown): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);
  return field;
}
