import { type RefObject, useEffect, useRef } from 'react';
import { LinkButton } from '../../../ui/buttons/button.tsx';
import type { FormError as Words } from '../messages.ts';

interface FormErrorTextProps {
  refusal: Words;
  /** The way out, when this step is over. */
  onStartOver?: () => void;
}

/** The catalogue's words, and beside them what to do. */
export function FormErrorText({
  refusal: { text, hint, mustStartOver: isOver },
  onStartOver: onStartAgain,
}: FormErrorTextProps) {
  return (
    <p>
      <strong>{text}</strong> {hint && <span>{hint}</span>}{' '}
      {isOver && onStartAgain && <LinkButton onClick={onStartAgain}>Back to sign in</LinkButton>}
    </p>
  );
}

/** The field that an error stands under; the keyboard is led there when one comes. */
export function useFocusOnError(error: unknown): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);
  return field;
}
