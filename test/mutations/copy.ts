// A copy of the repository in which a file can be changed and tests run.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { TestOutcome, TestRequest } from './tests-in-copy.ts'

const root = join(import.meta.dirname, '..', '..')
const copied = [
  'src-service',
  'src-main',
  'shared',
  'resources',
  'test',
  'package.json',
  'vitest.config.ts',
  'tsconfig.json',
]
/** A run that hangs because of a changed file is stopped. The run of all tests without a change takes longer on a busy machine. */
const maxRunMs = { broken: 600_000, whole: 3_000_000 }

export class CopyOfRepository {
  private readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'kant-mutation-')))
  private tests: ChildProcess | null = null
  /** Files that were changed since the last run. */
  private changedFiles: string[] = []

  constructor() {
    for (const name of copied) cpSync(join(root, name), join(this.folder, name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(this.folder, 'node_modules'), 'junction')
  }

  /** Paths are from the root of the repository. */
  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8')
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text)
    this.changedFiles.push(file)
  }

  /** `isBroken`: a rule is broken now. The result of each test below `paths` whose title matches; empty if the run did not finish. The first failure ends the run. */
  async runTests(
    paths: readonly string[],
    { title = null, isBroken = false }: { title?: string | null; isBroken?: boolean } = {},
  ): Promise<TestOutcome[]> {
    const tests = this.startedTests()
    const request: TestRequest = { paths: [...paths], title, isBroken, changedFiles: this.changedFiles }
    this.changedFiles = []
    tests.send(request)
    const hung = setTimeout(() => this.stopTests(), isBroken ? maxRunMs.broken : maxRunMs.whole)
    // removes the listener of the event that does not come
    const settled = new AbortController()
    const { signal } = settled
    try {
      const outcomes = await Promise.race([
        once(tests, 'message', { signal }),
        once(tests, 'exit', { signal }).then(() => null),
      ])
      if (outcomes === null) this.tests = null
      // the other end is tests-in-copy.ts
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      return outcomes === null ? [] : (outcomes[0] as TestOutcome[])
    } finally {
      clearTimeout(hung)
      settled.abort()
    }
  }

  remove(): void {
    this.stopTests()
    rmSync(this.folder, { recursive: true })
  }

  private startedTests(): ChildProcess {
    this.tests ??= fork(join(import.meta.dirname, 'tests-in-copy.ts'), {
      cwd: this.folder,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // a group of its own, so that its workers can be stopped with it
      detached: true,
    })
    return this.tests
  }

  private stopTests() {
    const { tests } = this
    this.tests = null
    if (tests?.pid !== undefined && tests.exitCode === null) process.kill(-tests.pid, 'SIGKILL')
  }
}
