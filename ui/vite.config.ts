import { readdirSync, readFileSync } from "node:fs";
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

/**
 * What pdf.js fetches by name when a document wants it: the Japanese character maps, the two symbol
 * fonts that no system has under these names, and the image decoders in plain script, for the
 * content security policy allows no WebAssembly. The version in the path makes them immutable.
 */
function pdfjsFiles(): Plugin {
  const root = fileURLToPath(new URL("./node_modules/pdfjs-dist/", import.meta.url));
  const base = `assets/pdfjs-${JSON.parse(readFileSync(`${root}package.json`, "utf8")).version}/`;
  const wanted: Record<string, RegExp> = {
    cmaps:
      /^(Adobe-Japan1-|UniJIS|78|83pv|90|Add-|Ext-|NWP-|(Hankaku|Hiragana|Katakana|Roman|WP-Symbol)\.|(EUC|RKSJ)-[HV]\.|[HV]\.).*bcmap$|^LICENSE/,
    standard_fonts: /^Foxit(Symbol|Dingbats)\.pfb$|^LICENSE_FOXIT$/,
    wasm: /_nowasm_fallback\.js$|^LICENSE_(PDFJS_)?(JBIG2|OPENJPEG)$/,
  };
  const names = Object.entries(wanted).flatMap(([folder, pattern]) =>
    readdirSync(root + folder)
      .filter((name) => pattern.test(name))
      .map((name) => `${folder}/${name}`),
  );
  return {
    name: "pdfjs-files",
    generateBundle() {
      for (const name of names)
        this.emitFile({ type: "asset", fileName: base + name, source: readFileSync(root + name) });
    },
    configureServer(dev) {
      dev.middlewares.use(`/${base}`, (request, answer, next) => {
        const name = request.url?.slice(1) ?? "";
        if (!names.includes(name)) return next();
        if (name.endsWith(".js")) answer.setHeader("Content-Type", "text/javascript");
        answer.end(readFileSync(root + name));
      });
    },
  };
}

interface Modules {
  getModuleInfo(id: string): { importedIds: string[] } | null;
}

/**
 * What every page loads: all that main.tsx reaches without a dynamic import. Left alone, the bundler
 * makes some fifty files of it, one for each set of screens that share a module, and a browser
 * fetches six at a time.
 */
function everyPage(modules: Modules): Set<string> {
  const main = fileURLToPath(new URL("./src/main.tsx", import.meta.url));
  const found = new Set<string>();
  const reach = (id: string) => {
    if (found.has(id)) return;
    found.add(id);
    modules.getModuleInfo(id)?.importedIds.forEach(reach);
  };
  reach(main);
  // The entry waits for the first screen, which imports what is here: it must not be among it.
  found.delete(main);
  return found;
}
let common: Set<string> | undefined;

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
    pdfjsFiles(),
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
            {
              name: (id, modules) => {
                common ??= everyPage(modules);
                return common.has(id) ? "common" : null;
              },
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
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test-setup.ts"],
    css: false,
    env: { TZ: "America/New_York" },
  },
});
