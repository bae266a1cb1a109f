// `npm run bench`: how fast it is, measured side by side in one run on real programs. Each row says what was measured, what is
// promised, and whether it holds; the exit code is 1 where a promise does not hold. `npm run bench -- files` runs one group alone.
// Timings belong here and in no test.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { brakeRows } from './brake.ts'
import { cachedListRows } from './cached-list.ts'
import { fileRows } from './files.ts'
import { outboxRows } from './outbox.ts'
import { oversightRows } from './oversight.ts'
import { pulledDayRows } from './pulled-day.ts'
import { screenRows } from './screen/rows.ts'
import { serviceRows } from './service.ts'

export interface Row {
  what: string
  measured: string
  promised: string
  holds: boolean
}
export interface Bench {
  root: string
  /** A folder for this bench alone. */
  folder: string
}

interface Group {
  readonly name: string
  /** The screen is built first. */
  readonly onScreen: boolean
  readonly rows: (bench: Bench) => Promise<Row[]>
}

const all: readonly Group[] = [
  { name: 'files', onScreen: false, rows: fileRows },
  { name: 'service', onScreen: false, rows: serviceRows },
  { name: 'outbox', onScreen: false, rows: outboxRows },
  { name: 'oversight', onScreen: false, rows: oversightRows },
  { name: 'brake', onScreen: false, rows: brakeRows },
  { name: 'pulled-day', onScreen: true, rows: pulledDayRows },
  { name: 'cached-list', onScreen: true, rows: cachedListRows },
  { name: 'screen', onScreen: true, rows: screenRows },
]

const root = join(import.meta.dirname, '../..')
const named = process.argv.slice(2)
const unknown = named.find((name) => !all.some((group) => group.name === name))
if (unknown !== undefined) {
  console.error(`${unknown} is none of ${all.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const groups = all.filter(({ name }) => named.length === 0 || named.includes(name))

if (groups.some(({ onScreen }) => onScreen)) {
  execFileSync(join(root, 'node_modules', '.bin', 'electron-vite'), ['build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  })
}

const folder = mkdtempSync(join(tmpdir(), 'kant-bench-'))
const rows: Row[] = []
try {
  for (const { name, rows: measure } of groups) {
    const own = join(folder, name)
    mkdirSync(own)
    rows.push(...(await measure({ root, folder: own })))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
for (const { what, measured, promised, holds } of rows) {
  console.log(`${holds ? 'holds' : 'FAILS'}  ${what}\n       ${measured}; promised: ${promised}`)
}
process.exitCode = rows.every(({ holds }) => holds) ? 0 : 1
