// `npm run bench`: measures speed and memory with real programs, next to a reference in the same run. Each row states the
// measurement, its limit, and whether it passes. Exits with 1 if a row fails. `npm run bench -- files`
// runs one group. Tests contain no such timings.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { brakeRows } from './brake/brake-rows.ts'
import { cachedListRows } from './station/cached-list.ts'
import { fileRows } from './files/file-rows.ts'
import { outboxRows } from './station/outbox.ts'
import { oversightRows } from './station/oversight.ts'
import { firstPullRows } from './station/first-pull.ts'
import { planRows } from './plans/plan-rows.ts'
import { screenRows } from './screen/screen-rows.ts'
import { serviceRows } from './service/service-rows.ts'
import { stationsRows } from './stations/stations-rows.ts'

export interface Row {
  name: string
  measured: string
  limit: string
  passes: boolean
}
export interface Bench {
  root: string
  /** A folder that only this group uses. */
  folder: string
}

interface Group {
  readonly name: string
  /** Needs the built screen. */
  readonly needsScreen: boolean
  readonly rows: (bench: Bench) => Promise<Row[]>
}

const allGroups: readonly Group[] = [
  { name: 'files', needsScreen: false, rows: fileRows },
  { name: 'plans', needsScreen: true, rows: planRows },
  { name: 'service', needsScreen: false, rows: serviceRows },
  { name: 'outbox', needsScreen: false, rows: outboxRows },
  { name: 'oversight', needsScreen: false, rows: oversightRows },
  { name: 'stations', needsScreen: false, rows: stationsRows },
  { name: 'brake', needsScreen: false, rows: brakeRows },
  { name: 'first-pull', needsScreen: true, rows: firstPullRows },
  { name: 'cached-list', needsScreen: true, rows: cachedListRows },
  { name: 'screen', needsScreen: true, rows: screenRows },
]

const root = join(import.meta.dirname, '../..')
const requestedNames = process.argv.slice(2)
const unknownName = requestedNames.find((name) => !allGroups.some((group) => group.name === name))
if (unknownName !== undefined) {
  console.error(`${unknownName} is not a group; the groups are ${allGroups.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const groups = allGroups.filter(({ name }) => requestedNames.length === 0 || requestedNames.includes(name))

if (groups.some(({ needsScreen }) => needsScreen)) {
  execFileSync(join(root, 'node_modules', '.bin', 'electron-vite'), ['build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  })
}

const folder = mkdtempSync(join(tmpdir(), 'kant-bench-'))
// Everything that a group writes to the folder for temporary files is removed with this folder.
process.env['TMPDIR'] = folder
const rows: Row[] = []
try {
  for (const { name, rows: measure } of groups) {
    const groupFolder = join(folder, name)
    mkdirSync(groupFolder)
    rows.push(...(await measure({ root, folder: groupFolder })))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
for (const { name, measured, limit, passes } of rows) {
  console.log(`${passes ? 'passes' : 'FAILS '}  ${name}:\n        ${measured}; limit: ${limit}`)
}
process.exitCode = rows.every(({ passes }) => passes) ? 0 : 1
