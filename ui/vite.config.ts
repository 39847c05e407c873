import { fileURLToPath } from "node:url";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import babel from "@rolldown/plugin-babel";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Where the Go server listens during development; `go run . -dev` uses the same. */
const server = process.env.TSUNAGU_SERVER ?? "http://localhost:8080";
const proxied = [
  "/api",
  "/token",
  "/logout",
  "/initializePassword",
  "/healthz",
  "/office/token",
  "/office/logout",
];

interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** A module and all that it reaches without a dynamic import. */
function reached(from: string, modules: Modules, found = new Set<string>()): Set<string> {
  if (!found.has(from)) {
    found.add(from);
    // The list of all icons reaches all icons, whichever are used.
    if (/lucide-react[^/]*\.m?js$/.test(from)) return found;
    for (const id of modules.getModuleInfo(from)?.importedIds ?? []) reached(id, modules, found);
  }
  return found;
}

const source = (path: string) => fileURLToPath(new URL(`./src/${path}`, import.meta.url));

let entry: Set<string> | undefined;
/** The entry knows the addresses of the screens, and fetches screen and frame side by side. */
const isEntry = (id: string, modules: Modules) => {
  entry ??= reached(source("main.tsx"), modules);
  return entry.has(id);
};

let common: Set<string> | undefined;
/** What every page has, and the login, which everybody sees first: its address asks for no further file. */
const isCommon = (id: string, modules: Modules) => {
  common ??= reached(source("account/LoginScreen.tsx"), modules, reached(source("start.tsx"), modules));
  return common.has(id);
};

/** Runs by itself before what is common: two short tasks instead of a long one. */
const isReact = (id: string) => /node_modules\/(react|react-dom|scheduler)\//.test(id);

/** Libraries that a screen fetches only where it needs them. */
const HEAVY = /node_modules\/(react-aria|react-stately|@react-|react-hook-form|d3-)/;

/** Small things that many screens share: what a screen does not use of them costs less than a fetch each. */
const isPiece = (id: string, modules: Modules) =>
  /\/src\/((api\/(?!office)|kit\/|lib\/|search\/).*|negotiation\/[a-z]\w*\.)(tsx?|css)$/.test(id) &&
  ![...reached(id, modules)].some((one) => HEAVY.test(one) && !isCommon(one, modules));

/** The page asks for the frame at once, which only the entry imports. */
function frameInHead(): Plugin {
  return {
    name: "frame-in-head",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => /\/(react|common|rolldown-runtime)-[^/]*\.(js|css)$/.test(name))
          .map((name) => ({
            tag: "link",
            attrs: {
              rel: name.endsWith(".css") ? "stylesheet" : "modulepreload",
              crossorigin: "",
              href: `/${name}`,
            },
            injectTo: "head",
          })),
    },
  };
}

export default defineConfig({
  plugins: [
    // Only Japanese texts of react-aria are kept (saves 31 to 47 KB).
    { ...optimizeLocales.vite({ locales: ["ja-JP"] }), enforce: "pre" },
    // Before plugin-react, and in mode "all": every component follows the signals it reads.
    babel({
      include: /\/src\/.*\.tsx$/,
      plugins: [["module:@preact/signals-react-transform", { mode: "all" }]],
    }),
    react(),
    frameInHead(),
  ],
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
  server: {
    strictPort: true,
    // changeOrigin stays off: the server compares Origin with Host.
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: server }])),
  },
  build: {
    outDir: "dist",
    sourcemap: false,
    target: "es2022",
    // The content security policy allows neither data: addresses nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Left alone, the bundler makes a file for each set of screens that share something, some
            // fifty for one page, and a browser fetches six at a time.
            { name: (id, modules) => (isEntry(id, modules) ? "entry" : null), priority: 6 },
            { name: "react", test: isReact, priority: 5 },
            { name: (id, modules) => (isCommon(id, modules) ? "common" : null), priority: 4 },
            {
              name: (id, modules) => (isPiece(id, modules) ? "pieces" : null),
              minShareCount: 3,
              priority: 3,
            },
            {
              name: "form",
              test: /react-hook-form|src\/kit\/\w*(Field|Area|Form|Summary|Select|control|Choice|Checkbox|Radio)/,
              minShareCount: 4,
              priority: 2,
            },
            { name: "icons", test: /lucide-react/, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  test: {
    environment: "node",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test-setup.ts"],
    css: false,
    env: { TZ: "America/New_York" },
  },
});
