import { svelte } from "@sveltejs/vite-plugin-svelte";
import { svelteTesting } from "@testing-library/svelte/vite";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Puts the list of the page's paths beside the built page: the server answers 404 for all others. */
function paths(): Plugin {
  return {
    name: "neurohex-paths",
    generateBundle() {
      const source = readFileSync(new URL("src/frame/paths.json", import.meta.url), "utf-8");
      this.emitFile({ type: "asset", fileName: "paths.json", source });
    },
  };
}

/** The service worker, with the list of files that it keeps. */
function worker(): Plugin {
  return {
    name: "neurohex-worker",
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
      const version = createHash("sha256").update(files.sort().join()).digest("hex").slice(0, 12);
      const source = readFileSync(new URL("worker/sw.js", import.meta.url), "utf-8")
        .replace('"__FILES__"', JSON.stringify(files.map((name) => `/${name}`)))
        .replace("__VERSION__", version);
      this.emitFile({ type: "asset", fileName: "sw.js", source });
    },
  };
}

// The built page goes into the Python package, which serves it. In development `npm run dev` asks a server at
// NEUROHEX_SERVER (`neurohex serve --origins http://localhost:5173`) for everything below /api.
export default defineConfig({
  plugins: [svelte(), svelteTesting(), paths(), worker()],
  build: {
    outDir: "../src/neurohex/server/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0, // nothing inline: the content security policy allows files of the server only
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: [".", "../docs"] }, // the rulings are read from there
    proxy: { "/api": { target: process.env.NEUROHEX_SERVER ?? "http://127.0.0.1:8000", ws: true } },
  },
  test: {
    environment: "jsdom",
    include: ["tests/**/*.test.ts"],
    setupFiles: ["tests/setup.ts"],
    pool: "vmThreads", // a browser's world for each thread, not one for each file
    maxWorkers: 2,
    testTimeout: 120_000, // milliseconds; a busy machine never takes so long
    hookTimeout: 120_000,
  },
});
