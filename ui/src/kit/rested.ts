import { useEffect, useState } from "react";

/** The pause in typing after which the text is used. */
const REST_MS = 200;

/** The typed text, updated after a pause in typing. */
export function useRested(typed: string): string {
  const [word, setWord] = useState(typed.trim());
  useEffect(() => {
    const timer = setTimeout(() => setWord(typed.trim()), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return word;
}
