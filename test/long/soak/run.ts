// The whole soak test: `npm run soak -- --hours 2 --rate 20`. Prints a line a minute, and at the end whether memory and files are level
// after the first ten minutes.
import process from 'node:process'
import { parseArgs } from 'node:util'
import { soak, type Sample } from './soak.ts'

const { values } = parseArgs({
  options: { hours: { type: 'string', default: '2' }, rate: { type: 'string', default: '20' } },
})
const startedMs = performance.now()
const minutes = (): number => (performance.now() - startedMs) / 60_000
const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
const describe = ({ rss, heapUsed, marked, refused, files }: Sample): string =>
  [
    `${minutes().toFixed(0)} min`,
    `${marked} marks, ${refused} refused`,
    `rss ${megabytes(rss)}, heap ${megabytes(heapUsed)}`,
    ...Object.entries(files).map(([name, bytes]) => `${name} ${megabytes(bytes)}`),
  ].join('; ')

const mean = (part: readonly number[]): number => part.reduce((sum, rss) => sum + rss, 0) / part.length

let printed = -1
const late: number[] = []
const samples = await soak({
  seconds: Number(values.hours) * 3_600,
  rate: Number(values.rate),
  onSample: (sample) => {
    if (minutes() >= 10) late.push(sample.rss)
    if (Math.floor(minutes()) === printed) return
    printed = Math.floor(minutes())
    console.log(describe(sample))
  },
})
const last = samples.at(-1)
if (last !== undefined) console.log(describe(last))
if (late.length < 20) console.log('too short to tell whether memory is level')
else {
  const third = Math.floor(late.length / 3)
  const growth = mean(late.slice(-third)) / mean(late.slice(0, third)) - 1
  console.log(`memory after ten minutes: ${(growth * 100).toFixed(1)} % from its first to its last third`)
  if (growth > 0.05) process.exitCode = 1
}
