import { useEffect, useRef } from 'react';
import { maxSearchLength } from 'shared-types/rules/limits';

/** The list is searched when the typing pauses, because browsers limit how often an address may change. */
const pauseMs = 250;

interface HouseSearchProps {
  text: string;
  onSearch: (text: string) => void;
}

/** The field whose words the listed houses must have. */
export function HouseSearch({ text, onSearch }: HouseSearchProps) {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    // The text in the address changes while the user types, and must not replace what is typed meanwhile.
    if (field.current && field.current !== document.activeElement) field.current.value = text;
  }, [text]);
  const searchSoon = ({ value }: HTMLInputElement) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(value.trim()), pauseMs);
  };
  return (
    <input
      ref={field}
      type="search"
      data-key="/"
      aria-label="Search houses"
      placeholder="Search"
      maxLength={maxSearchLength}
      autoComplete="off"
      defaultValue={text}
      // The letters of an input method are no search until they are characters.
      onInput={({ currentTarget, nativeEvent }) => nativeEvent.isComposing || searchSoon(currentTarget)}
      onCompositionStart={() => clearTimeout(timer.current)}
      onCompositionEnd={({ currentTarget }) => searchSoon(currentTarget)}
    />
  );
}
