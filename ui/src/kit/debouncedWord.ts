import { useEffect, useState } from "react";

/** The pause in typing after which the text is used. */
const DEBOUNCE_MS = 200;

/** The typed text, updated after a pause in typing. */
export function useDebouncedWord(typed: string): string {
  const [word, setWord] = useState(typed.trim());
  useEffect(() => {
    const timer = setTimeout(() => setWord(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return word;
}
