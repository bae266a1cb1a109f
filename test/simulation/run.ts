// `npm run simulate -- --seed N --steps M [--stations K] [--trace]` runs one seed, and `--seeds FROM-TO` runs many. `--json` prints what
// they covered. A seed that breaks an invariant is shrunk (not with `--no-shrink`); `--only 3,17 --fair 17` replays the steps that remain.
import { parseArgs } from 'node:util'
import process from 'node:process'
import { shrink } from './shrink.ts'
import { simulate, type RunOptions } from './simulate.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    seeds: { type: 'string' },
    steps: { type: 'string', default: '200' },
    stations: { type: 'string' },
    only: { type: 'string' },
    fair: { type: 'string' },
    trace: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    shrink: { type: 'boolean', default: true },
  },
  allowNegative: true,
})
const [from = 1, to = from] = (values.seeds ?? values.seed).split('-').map(Number)
const steps = Number(values.steps)
const setOf = (text: string): Set<number> => new Set(text.split(',').filter(Boolean).map(Number))
const optionsFor = (seed: number): RunOptions => ({
  seed,
  steps,
  ...(values.stations === undefined ? {} : { stations: Number(values.stations) }),
  ...(values.only === undefined ? {} : { only: setOf(values.only) }),
  ...(values.fair === undefined ? {} : { fair: setOf(values.fair) }),
})

// the program that started this one has ended
const exitWithParent = (): never => process.exit(1)
process.once('disconnect', exitWithParent)
process.channel?.unref()

const startMs = performance.now()
const total = {
  seeds: 0,
  calls: 0,
  faulted: 0,
  ticks: 0,
  rules: new Map<string, number>(),
  killed: new Map<string, number>(),
  work: new Map<string, number>(),
}
const failingSeeds: number[] = []
const add = (into: Map<string, number>, counts: ReadonlyMap<string, number>): void => {
  for (const [name, times] of counts) into.set(name, (into.get(name) ?? 0) + times)
}
const command = (seed: number, more = ''): string =>
  `npm run simulate -- --seed ${seed} --steps ${steps}${values.stations === undefined ? '' : ` --stations ${values.stations}`}${more}`

const sorted = (counts: ReadonlyMap<string, number>) =>
  Object.fromEntries([...counts].toSorted(([, a], [, b]) => a - b))

for (let seed = from; seed <= to; seed += 1) {
  const options = optionsFor(seed)
  const end = await simulate({ ...options, ...(values.trace ? { trace: (line: string) => console.error(line) } : {}) })
  total.seeds += 1
  total.calls += end.calls
  total.faulted += end.faulted
  total.ticks += end.ticks
  add(total.rules, end.rules)
  add(total.killed, end.killed)
  add(total.work, end.work)
  if (end.broken === null) {
    if (from === to) console.error(`seed ${seed} held: ${end.calls} calls, ${end.ticks} ticks; ${end.fingerprint}`)
    continue
  }
  failingSeeds.push(seed)
  console.error(`seed ${seed} broke at step ${end.broken.step}: ${end.broken.says}\n  ${command(seed)}`)
  if (values.only !== undefined || !values.shrink) continue
  const { only, fair, end: short, runs } = await shrink(options, end)
  console.error(`shrunk in ${runs} runs to ${only.length} steps: ${short.broken?.says}`)
  for (const step of only) console.error(`  ${step}. ${short.did[step]}${fair.includes(step) ? '' : ' (with faults)'}`)
  const fairly = fair.length === 0 ? '' : ` --fair ${fair.join()}`
  console.error(`  ${command(seed, ` --only ${only.join()}${fairly} --trace`)}`)
}
const { seeds, calls, faulted, ticks } = total
console.error(
  `${seeds} seeds, ${failingSeeds.length} broken, ${calls} calls, ${((100 * faulted) / calls).toFixed(1)} % faulted, ${ticks} ticks, ` +
    `${((performance.now() - startMs) / 1_000).toFixed(1)} s`,
)
if (values.json) {
  console.log(
    JSON.stringify(
      {
        ...total,
        broken: failingSeeds,
        rules: sorted(total.rules),
        killed: sorted(total.killed),
        work: sorted(total.work),
      },
      null,
      1,
    ),
  )
}
process.off('disconnect', exitWithParent)
// Node never releases a socket that was reset while it shut down, so the program exits here
process.stdout.write('', () => process.exit(failingSeeds.length > 0 ? 1 : 0))
