// Three builds: the Electron main process with its station host, the preload (both CommonJS for Node 18 and up), and the
// screen (Chromium 114 and up), which the browser shell serves as well.
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { resolve } from 'node:path'

const here = import.meta.dirname

export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      target: 'node18',
      externalizeDeps: { exclude: ['ws', 'zod', 'ulid'] },
      lib: {
        entry: {
          index: resolve(here, 'src-main/electron/main.ts'),
          'station-host': resolve(here, 'src-main/electron/host/station-host.ts'),
          'bend-plan-worker': resolve(here, 'src-main/station/bend-plans/bend-plan-worker.ts'),
          'export-worker': resolve(here, 'src-main/exports/export-worker.ts'),
          'store-worker': resolve(here, 'src-main/ledger/store/store-worker.ts'),
          'key-store-utility': resolve(here, 'src-main/electron/host/key-store-utility.ts'),
          'key-store-process': resolve(here, 'src-main/station/keys/key-store-process.ts'),
          'document-worker': resolve(here, 'src-service/documents/document-worker.ts'),
          service: resolve(here, 'src-service/main.ts'),
          workshop: resolve(here, 'src-service/workshop.ts'),
        },
        formats: ['cjs'],
      },
      rollupOptions: { output: { entryFileNames: '[name].cjs', chunkFileNames: '[name]-[hash].cjs' } },
    },
  },
  preload: {
    build: {
      outDir: 'out/preload',
      target: 'node18',
      // a sandboxed preload can require electron alone
      externalizeDeps: false,
      lib: { entry: resolve(here, 'src-main/electron/preload/preload.ts'), formats: ['cjs'] },
      rollupOptions: { output: { entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    root: 'src-renderer',
    plugins: [react()],
    // translations are parsed as JSON, which is faster than parsing them as JavaScript objects
    json: { stringify: true },
    build: {
      outDir: 'out/renderer',
      target: 'chrome114',
      // electron-vite does not minify by default, and the browser parses the whole script before it shows the first row
      minify: true,
      chunkSizeWarningLimit: 1_000,
      rollupOptions: {
        input: resolve(here, 'src-renderer/index.html'),
        // modules of shared and resources have no side effects, so unused exports are removed
        treeshake: { moduleSideEffects: (id: string) => !/\/(?:shared|resources)\//.test(id) },
        // one chunk with everything that the first screen needs, because each chunk costs a request; before it a small chunk that
        // calls the station, which responds while the browser parses the rest
        output: {
          codeSplitting: {
            groups: [
              {
                name: 'early-connection',
                test: /station\/(early-connection|launch|station-socket)\.ts$|station-api\/channel\/wire-channel\.ts$/,
                priority: 1,
              },
              { name: 'start', tags: ['$initial'] },
            ],
          },
        },
      },
    },
  },
})
