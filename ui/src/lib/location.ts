import { useLocation, useSearch } from "wouter";
import { useLocationProperty } from "wouter/use-browser-location";

/**
 * The raw query with its leading "?", updated on navigation. wouter's useSearch decodes once and
 * URLSearchParams would decode again: only its subscription is used.
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

/** Navigates within the application: `navigate("/mypage", { replace: true })`. */
export function useNavigate() {
  return useLocation()[1];
}

/** The current address: path, query and hash. */
export function currentAddress(): string {
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}
