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
          'station-host': resolve(here, 'src-main/electron/station-host.ts'),
          'export-worker': resolve(here, 'src-main/exports/export-worker.ts'),
          'prepare-store-worker': resolve(here, 'src-main/outbox/prepare-store-worker.ts'),
          'store-tasks-worker': resolve(here, 'src-main/outbox/store-tasks-worker.ts'),
          'key-store-utility': resolve(here, 'src-main/electron/key-store-utility.ts'),
          'key-store-process': resolve(here, 'src-main/station/key-store-process.ts'),
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
      lib: { entry: resolve(here, 'src-main/electron/preload.ts'), formats: ['cjs'] },
      rollupOptions: { output: { entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    root: 'src-renderer',
    plugins: [react()],
    // the words are read as JSON, which is faster than reading them as the script's own objects
    json: { stringify: true },
    build: {
      outDir: 'out/renderer',
      target: 'chrome114',
      // electron-vite leaves it out otherwise, and a browser reads all of it before the first row stands
      minify: true,
      chunkSizeWarningLimit: 1_000,
      rollupOptions: {
        input: resolve(here, 'src-renderer/index.html'),
        // what is shared does nothing by being read: what the screen does not use of it is left out
        treeshake: { moduleSideEffects: (id: string) => !/\/(?:shared|resources)\//.test(id) },
        // one file of all that the first screen needs: each more is one more to ask for and to wait for; but before it the few lines
        // that reach the station, which answers while the rest is read
        output: {
          codeSplitting: {
            groups: [
              {
                name: 'first-word',
                test: /station\/(first-word|launch|station-socket)\.ts$|station-api\/wire\.ts$/,
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
