// The whole simulation: many seeds in programs of their own, as `npm run simulate` runs one. What they reached is counted, so that
// nobody takes for proven what never happened.
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { lines } from '../../src-main/outbox/transition.ts'
import { boundaries } from './boundaries.ts'

const seeds = 300
const steps = 200
const programs = 2

const counted = z.record(z.string(), z.int())
const reached = z.object({
  seeds: z.int(),
  calls: z.int(),
  faulted: z.int(),
  ticks: z.int(),
  lines: counted,
  killed: counted,
  work: counted,
  broken: z.array(z.int()),
})
type Reached = z.infer<typeof reached>

/** What broke is told on the program's standard error, with the command that replays it. */
function simulated(from: number, to: number): Promise<Reached> {
  return new Promise((resolve, reject) => {
    const program = spawn(
      process.execPath,
      [join(import.meta.dirname, 'run.ts'), '--seeds', `${from}-${to}`, '--steps', String(steps), '--json'],
      { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
    )
    // its clock is its own, so that it takes what the tests with a real one leave it
    if (program.pid !== undefined) setPriority(program.pid, 10)
    let said = ''
    program.stdout?.on('data', (chunk: Buffer) => (said += chunk.toString()))
    program.on('error', reject)
    program.on('close', (status, signal) => {
      try {
        resolve(reached.parse(JSON.parse(said)))
      } catch {
        reject(new Error(`the simulation of seeds ${from} to ${to} ended without a result, with ${signal ?? status}`))
      }
    })
  })
}

const sumOf = (counts: readonly Record<string, number>[], name: string): number =>
  counts.reduce((sum, each) => sum + (each[name] ?? 0), 0)

describe(`${seeds} seeds of ${steps} steps`, () => {
  let parts: Reached[] = []

  beforeAll(async () => {
    const each = seeds / programs
    parts = await Promise.all(
      Array.from({ length: programs }, (_, part) => simulated(1 + part * each, (part + 1) * each)),
    )
  }, 3_600_000)

  test('nothing breaks that must hold', () => {
    expect(parts.flatMap(({ broken }) => broken)).toEqual([])
    expect(parts.reduce((sum, part) => sum + part.seeds, 0)).toBe(seeds)
  })

  test('at least three of ten calls fare badly', () => {
    const calls = parts.reduce((sum, part) => sum + part.calls, 0)
    const faulted = parts.reduce((sum, part) => sum + part.faulted, 0)
    expect(calls).toBeGreaterThan(seeds * 100)
    expect(faulted / calls).toBeGreaterThanOrEqual(0.3)
  })

  test.each(lines.map(({ says }) => says))('this line of the table fires at least 20 times: %s', (says) => {
    expect(
      sumOf(
        parts.map((part) => part.lines),
        says,
      ),
    ).toBeGreaterThanOrEqual(20)
  })

  test.each(['counted', 'handed over', 'taken over', 'taken back', 'marked with other pieces'])(
    'pieces are %s at least 20 times',
    (what) => {
      expect(
        sumOf(
          parts.map((part) => part.work),
          what,
        ),
      ).toBeGreaterThanOrEqual(20)
    },
  )

  test.each(boundaries)('a station is killed at least 10 times at %s', (boundary) => {
    expect(
      sumOf(
        parts.map((part) => part.killed),
        boundary,
      ),
    ).toBeGreaterThanOrEqual(10)
  })
})
