// Runs a range of seeds in separate programs, as `npm run simulate` runs one, and adds up what they reached. A test asserts that
// coverage, because a simulation that never meets a fault proves nothing about it.
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import * as z from 'zod'

const counts = z.record(z.string(), z.int())
const coverage = z.object({
  seeds: z.int(),
  calls: z.int(),
  faulted: z.int(),
  ticks: z.int(),
  /** How often each transition rule was applied. */
  rules: counts,
  /** How often a station was killed at each boundary. */
  killed: counts,
  /** How often each kind of work with counts was done. */
  work: counts,
  /** Seeds that broke an invariant. */
  broken: z.array(z.int()),
})
export type Coverage = z.infer<typeof coverage>

const lowPriority = 10

/** A broken invariant is on the program's standard error, with the command that replays it. */
function runProgram(from: number, to: number, steps: number): Promise<Coverage> {
  return new Promise((resolve, reject) => {
    const program = spawn(
      process.execPath,
      [join(import.meta.dirname, 'run.ts'), '--seeds', `${from}-${to}`, '--steps', String(steps), '--json'],
      { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
    )
    // the simulation has its own clock, so tests that use a real clock go first
    if (program.pid !== undefined) setPriority(program.pid, lowPriority)
    let output = ''
    program.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    program.on('error', reject)
    program.on('close', (status, signal) => {
      try {
        resolve(coverage.parse(JSON.parse(output)))
      } catch {
        reject(new Error(`the simulation of seeds ${from} to ${to} ended without a result, with ${signal ?? status}`))
      }
    })
  })
}

const sum = (parts: readonly Record<string, number>[]): Record<string, number> => {
  const total = new Map<string, number>()
  for (const [name, count] of parts.flatMap((part) => Object.entries(part)))
    total.set(name, (total.get(name) ?? 0) + count)
  return Object.fromEntries(total)
}

/** Runs seeds 1 to `seeds`, which `programs` divides, each of `steps`, in that many programs at once. */
export async function simulateSeeds(seeds: number, steps: number, programs: number): Promise<Coverage> {
  const share = seeds / programs
  const parts = await Promise.all(
    Array.from({ length: programs }, (_, part) => runProgram(1 + part * share, (part + 1) * share, steps)),
  )
  const total = (field: 'seeds' | 'calls' | 'faulted' | 'ticks'): number =>
    parts.reduce((all, part) => all + part[field], 0)
  return {
    seeds: total('seeds'),
    calls: total('calls'),
    faulted: total('faulted'),
    ticks: total('ticks'),
    rules: sum(parts.map(({ rules }) => rules)),
    killed: sum(parts.map(({ killed }) => killed)),
    work: sum(parts.map(({ work }) => work)),
    broken: parts.flatMap(({ broken }) => broken),
  }
}

/** The kinds of work with counts that a run must do. */
export const kindsOfWork = ['counted', 'handed over', 'taken over', 'taken back', 'marked with other pieces'] as const
