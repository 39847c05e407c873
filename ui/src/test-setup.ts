import { afterEach } from "vitest";

// Who asks for a document (`@vitest-environment jsdom`) has components: loading this for the others costs more than
// they do.
if (typeof document !== "undefined") {
  await import("@testing-library/jest-dom/vitest");
  const { cleanup } = await import("@testing-library/react");
  afterEach(cleanup);
}
