// LibreOffice opens the tables of a day in their language: every column, text, figure and date has the right type, and no cell is
// evaluated as a formula.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { countsTable } from '../../../src-main/exports/csv/counts-csv.ts'
import { csvFile, type Cell } from '../../../src-main/exports/csv/csv-file.ts'
import { listTable } from '../../../src-main/exports/csv/list-csv.ts'
import { planTable } from '../../../src-main/exports/csv/plan-csv.ts'
import { machines, tables } from '../../unit/bending/fit/shipped-workshop.ts'
import { sill } from '../../unit/drawing/sample-sheets.ts'
import { brakes, line, textsIn } from '../../unit/exports/a-day.ts'

const folder = mkdtempSync(join(tmpdir(), 'kant-tables-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const first = line(1)
const day = {
  brakes,
  malformed: [],
  lines: [
    { ...first, entry: { ...first.entry, sheetId: sill.id } },
    line(2, { entry: { title: '=1+1', customerName: '+47 55 55 55 55', colour: '-', thicknessMm: 1.25 } }),
    line(3, { entry: { title: 'Sokkel; "bred"\nog lang', material: 'galvanisert_stal' }, mark: 'queued' }),
  ],
}
const plannedMachines = {
  machines: machines.map((machine) => ({ pressBrakeId: null, name: machine.name, kind: machine.kind, machine })),
  tables,
}
const sheets = new Map([[sill.id, sill]])
const languages = [
  ['nb', 1044],
  ['en', 1033],
] as const
const cellsOf = z.array(z.array(z.tuple([z.string(), z.union([z.string(), z.number()])])))

/** The cells of a file in LibreOffice, opened with semicolons, quotes, UTF-8, the figures of the language, and date detection. */
function readByLibreOffice(name: string, text: string, language: number): z.infer<typeof cellsOf> {
  const file = join(folder, `${name}.csv`)
  writeFileSync(file, text)
  const profile = pathToFileURL(join(folder, 'profile')).href
  const importFilter = `--infilter=Text - txt - csv (StarCalc):59,34,76,1,,${language},false,true`
  const convert = [
    `-env:UserInstallation=${profile}`,
    '--headless',
    importFilter,
    '--convert-to',
    'fods',
    '--outdir',
    folder,
    file,
  ]
  execFileSync('soffice', convert, { stdio: 'ignore', timeout: 120_000 })
  const reader = join(import.meta.dirname, 'read_cells.py')
  const read = execFileSync('python3', [reader, join(folder, `${name}.fods`)], { encoding: 'utf8' })
  return cellsOf.parse(JSON.parse(read))
}

/** The cell that LibreOffice must show for a written value. */
function expectedCell(cell: Cell): [string, string | number] {
  if (typeof cell === 'number') return ['figure', cell]
  if (cell !== null && /^\d{4}-\d{2}-\d{2}$/.test(cell)) return ['date', cell]
  return ['text', cell !== null && /^[=+\-@]/.test(cell) ? `'${cell}` : (cell ?? '')]
}

describe.each(languages)('LibreOffice in %s', (language, code) => {
  const texts = textsIn(language)
  it.each([
    ['list', listTable(day, new Map(), texts)],
    [
      'plan',
      planTable(day, plannedMachines, { sheets, checks: new Map(), orders: new Map(), plans: new Map() }, texts),
    ],
    ['counts', countsTable(day, texts)],
  ])('finds every cell of the %s with its value', (name, table) => {
    const rows = readByLibreOffice(`${name}-${language}`, csvFile(table, texts), code)
    expect(rows).toHaveLength(table.length)
    for (const [rowNo, row] of table.entries()) {
      const cells = rows[rowNo] ?? []
      // the reader omits empty cells at the end of a row
      expect(row.map((_, column) => cells[column] ?? ['text', ''])).toEqual(row.map(expectedCell))
    }
  })
})
