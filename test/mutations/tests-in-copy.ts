// Runs tests in one copy of the repository, each time its parent process sends a request. Vitest and the transformed modules stay between the runs:
// starting them takes longer than most of the tests. The working directory is the copy.
import process from 'node:process'
import { createVitest } from 'vitest/node'
import * as z from 'zod'

/** What the parent process sends. */
const request = z.object({
  /** Paths of test files or folders, from the root of the copy. */
  paths: z.array(z.string()),
  /** A regular expression of the titles of the tests to run. `null`: all. */
  title: z.string().nullable(),
  /** A rule is broken: what a test polls for may never come. */
  isBroken: z.boolean(),
  /** The files that were changed since the last run, from the root of the copy. */
  changedFiles: z.array(z.string()),
})
export type TestRequest = z.infer<typeof request>

/** The result of a test that was run. */
export interface TestOutcome {
  /** From the root of the copy. */
  file: string
  title: string
  status: 'passed' | 'failed'
  /** The message of the first error. `null` if the test passed. */
  message: string | null
}

async function start() {
  const copy = process.cwd()
  const vitest = await createVitest('test', {
    root: copy,
    watch: false,
    reporters: [{}],
    retry: 0,
    // one failure is enough
    bail: 1,
    // most runs have one file, and other tests run beside them
    maxWorkers: 1,
    project: ['parts', 'unit'],
  })
  await vitest.standalone()

  process.on('message', (message) => {
    void answer(request.parse(message)).then((outcomes) => process.send?.(outcomes))
  })
  process.once('disconnect', () => void vitest.exit(true))

  async function answer({ paths, title, isBroken, changedFiles }: TestRequest): Promise<TestOutcome[]> {
    // with a broken rule, expect.poll must not wait minutes for what never comes
    for (const { config } of vitest.projects) config.expect.poll = { timeout: isBroken ? 15_000 : 300_000 }
    for (const file of changedFiles) vitest.invalidateFile(`${copy}/${file}`)
    const specifications = (await vitest.globTestSpecifications(paths)).filter(({ moduleId }) =>
      paths.some((path) => moduleId === `${copy}/${path}` || moduleId.startsWith(`${copy}/${path}/`)),
    )
    if (title === null) vitest.resetGlobalTestNamePattern()
    else vitest.setGlobalTestNamePattern(new RegExp(title))
    const { testModules } = await vitest.runTestSpecifications(specifications)
    // the result also has the modules of the runs before
    const requestedIds = new Set(specifications.map(({ moduleId }) => moduleId))
    return testModules
      .filter(({ moduleId }) => requestedIds.has(moduleId))
      .flatMap((module) =>
        [...module.children.allTests()].flatMap((test) => {
          const { state, errors } = test.result()
          const file = module.moduleId.slice(copy.length + 1)
          if (state !== 'passed' && state !== 'failed') return []
          return [{ file, title: test.name, status: state, message: errors?.[0]?.message ?? null }]
        }),
      )
  }
}

await start()
