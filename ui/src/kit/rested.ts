import { useEffect, useState } from "react";

/** How long the typing must rest before it is asked for. */
const REST_MS = 200;

/** What was typed, once the typing rests. */
export function useRested(typed: string): string {
  const [word, setWord] = useState(typed.trim());
  useEffect(() => {
    const timer = setTimeout(() => setWord(typed.trim()), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return word;
}
