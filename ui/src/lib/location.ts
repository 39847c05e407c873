import { useLocation, useSearch } from "wouter";
import { useLocationProperty } from "wouter/use-browser-location";

/**
 * The raw query, with its leading "?", and kept up to date. wouter's useSearch decodes
 * once, URLSearchParams would decode again: only the subscription is taken from it.
 */
export function useRawSearch(): string {
  useSearch();
  return window.location.search;
}

/** The hash with its leading "#", or "". */
export function useHash(): string {
  return useLocationProperty(
    () => window.location.hash,
    () => "",
  );
}

/** Go somewhere within the application: `navigate("/mypage", { replace: true })`. */
export function useNavigate() {
  return useLocation()[1];
}

/** Where we are, as one writes it: path, query and hash. */
export function here(): string {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}
