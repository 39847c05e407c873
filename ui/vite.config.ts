import { fileURLToPath } from "node:url";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import babel from "@rolldown/plugin-babel";
import react from "@vitejs/plugin-react";
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
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.{ts,tsx}"],
    setupFiles: ["src/test-setup.ts"],
    css: false,
    env: { TZ: "America/New_York" },
  },
});
