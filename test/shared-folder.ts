// A folder that all workers of one run share, for what is expensive to make: it is removed when the run ends. A global set-up of vitest.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    sharedFolder: string
  }
}

export default function setUp(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'kant-shared-'))
  project.provide('sharedFolder', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
