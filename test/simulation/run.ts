// `npm run simulate -- --seed N --steps M [--stations K] [--only 3,17,40] [--trace]`, or `--seeds FROM-TO` for many.
import { parseArgs } from 'node:util'
import process from 'node:process'
import { simulate } from './simulate.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string' },
    steps: { type: 'string', default: '200' },
    stations: { type: 'string', default: '2' },
    only: { type: 'string' },
    trace: { type: 'boolean', default: false },
  },
})
const [from = 1, to = from] = (values.seeds ?? values.seed).split('-').map(Number)
const steps = Number(values.steps)
const stations = Number(values.stations)
let failed = 0
const started = performance.now()
let calls = 0
let faulted = 0
const lines = new Map<string, number>()
const killed = new Map<string, number>()
const add = (to: Map<string, number>, of: Map<string, number>): void => {
  for (const [name, times] of of) to.set(name, (to.get(name) ?? 0) + times)
}
for (let seed = from; seed <= to; seed += 1) {
  const end = await simulate({
    seed,
    steps,
    stations,
    ...(values.only === undefined ? {} : { only: new Set(values.only.split(',').map(Number)) }),
    ...(values.trace ? { trace: (line: string) => console.log(line) } : {}),
  })
  calls += end.calls
  faulted += end.faulted
  add(lines, end.lines)
  add(killed, end.killed)
  if (end.broken !== null || from === to)
    console.log(
      `seed ${seed}: ${end.broken === null ? 'held' : `BROKEN at step ${end.broken.step}: ${end.broken.says}`}; ` +
        `${end.calls} calls, ${end.faulted} faulted, ${end.ticks} ticks, ${end.fingerprint}`,
    )
  if (end.broken !== null) failed += 1
}
console.log(
  `${to - from + 1} seeds, ${failed} broken, ${calls} calls, ${faulted} faulted, ${Math.round(performance.now() - started)} ms`,
)
if (from !== to) {
  console.log(Object.fromEntries([...lines].toSorted(([, a], [, b]) => a - b)))
  console.log(Object.fromEntries([...killed].toSorted(([, a], [, b]) => a - b)))
}
process.exitCode = failed > 0 ? 1 : 0
