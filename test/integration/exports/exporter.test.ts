import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DrawnSheet } from '../../../shared/drawing/files.ts'
import { createExporter } from '../../../src-main/exports/index.ts'
import type { ExportProgress, ExportResult } from '../../../src-main/exports/index.ts'
import { runExport, type ExportFormat, type JobHooks } from '../../../src-main/exports/export-job.ts'
import { sandboxSheets } from '../../unit/drawing/sandbox-sheets.ts'
import { profiledAs, sill, taperedAngle, throwing, withFlatPattern } from '../../unit/drawing/sample-sheets.ts'

const font = await readFile(new URL('../../../resources/fonts/DejaVuSans.ttf', import.meta.url))
const contradiction = { ...withFlatPattern(sill, { widthMm: 190 }), id: 'contradiction', sheetNo: 7 }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exports-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Runs the job in this thread, because a worker thread takes a second to start. */
function exportSheets(
  sheets: readonly DrawnSheet[],
  formats: readonly ExportFormat[],
  {
    batchName = 'dag',
    onProgress = () => undefined,
    stopped = () => false,
  }: Partial<JobHooks & { batchName: string }> = {},
): Promise<ExportResult> {
  const job = { folder, font, language: 'nb', sheets, formats, preset: 'inventor', batchName, context: null } as const
  return runExport(job, { stopped, onProgress })
}

const run = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: 'utf8' })
const checksum = async (name: string) =>
  createHash('sha256')
    .update(await readFile(join(folder, name)))
    .digest('hex')

describe('exporting sheets', () => {
  it('writes one DXF per blank, with L or R in the name of a left or right one, and one PDF per sheet', async () => {
    const { files, refused, failed, cancelled } = await exportSheets([sill, taperedAngle], ['dxf', 'pdf'])
    expect({ refused, failed, cancelled }).toEqual({ refused: [], failed: null, cancelled: false })
    const names = [
      'T-000012_s3_v2.pdf',
      'T-000012_s3_v2_p1.dxf',
      'T-000012_s3_v2_p2_R.dxf',
      'T-000012_s3_v2_p3_L.dxf',
      'T-000012_s4_v2.pdf',
      'T-000012_s4_v2_p1.dxf',
    ]
    expect((await readdir(folder)).toSorted()).toEqual(names)
    expect(files.map(({ path }) => basename(path)).toSorted()).toEqual(names)
  })

  it('writes one DXF for pieces with equal blanks', async () => {
    const [first] = sill.pieces
    if (first === undefined) throw new Error('the sample has pieces')
    const pieces = [first, { ...first, pieceNo: 2 }]
    const { files } = await exportSheets([{ ...sill, quantity: 2 * first.quantity, pieces }], ['dxf'])
    expect(files.map(({ path }) => basename(path))).toEqual(['T-000012_s3_v2_p1.dxf'])
  })

  it('writes file names in ASCII for any name of the order', async () => {
    const order = { ...taperedAngle.order, numberDisplay: '../Ærø 12/ü' }
    await exportSheets([{ ...taperedAngle, order }], ['dxf'])
    expect(await readdir(folder)).toEqual(['_AEro_12_u_s4_v2_p1.dxf'])
  })

  it('lists an invalid sheet with its field and writes the others, also in a batch', async () => {
    const { files, refused } = await exportSheets([sill, contradiction, taperedAngle], ['dxf', 'pdf-batch'], {
      batchName: '2026-11-24',
    })
    expect(refused).toEqual([
      {
        sheetId: 'contradiction',
        name: 'T-000012 · 7',
        refusal: { field: 'unfolding.outline', code: 'contradicts', message: expect.stringMatching(/198\.4.*190/) },
      },
    ])
    expect(files.at(-1)).toMatchObject({ path: join(folder, '2026-11-24.pdf'), sheetIds: [sill.id, taperedAngle.id] })
    expect(run('pdfinfo', join(folder, '2026-11-24.pdf'))).toMatch(/Pages:\s+2\n/)
  })

  it.each(['profile', 'note', 'unfolding'] as const)(
    'lists a sheet whose %s causes an error, and writes DXF and PDF of the others',
    async (field) => {
      const broken = throwing({ ...sill, id: 'broken', sheetNo: 7 }, field)
      const sheets = [sill, broken, taperedAngle]
      const { refused, failed, files } = await exportSheets(sheets, ['dxf', 'pdf', 'pdf-batch'])
      expect(failed).toBeNull()
      expect(refused).toEqual([
        {
          sheetId: 'broken',
          name: 'T-000012 · 7',
          refusal: { field: '', code: 'failed', message: `no ${field} here` },
        },
      ])
      expect(files.filter(({ format }) => format === 'pdf')).toHaveLength(2)
      expect(files.at(-1)?.sheetIds).toEqual([sill.id, taperedAngle.id])
    },
  )

  it('writes neither DXF nor PDF of a sheet whose profile cannot be folded', async () => {
    const narrow = profiledAs(taperedAngle, { thicknessMm: 60 })
    const { files, refused } = await exportSheets([narrow], ['dxf', 'pdf', 'pdf-batch'])
    expect(files).toEqual([])
    expect(refused).toMatchObject([{ sheetId: narrow.id, refusal: { code: 'too_short' } }])
  })

  it('overwrites its files with the same bytes', async () => {
    await exportSheets([sill], ['dxf', 'pdf'])
    const names = await readdir(folder)
    const before = await Promise.all(names.map(checksum))
    await exportSheets([taperedAngle, sill], ['dxf', 'pdf'])
    expect(await Promise.all(names.map(checksum))).toEqual(before)
  })

  it('reports progress, file by file', { tags: 'long' }, async () => {
    const reports: ExportProgress[] = []
    await createExporter({ folder, font }).exportSheets([sill, taperedAngle], ['dxf', 'pdf'], {
      onProgress: (progress) => reports.push(progress),
    })
    expect(reports.map(({ done, total }) => `${done}/${total}`)).toEqual(['0/4', '1/4', '2/4', '3/4', '4/4'])
    expect(reports[1]?.files).toHaveLength(3)
  })

  it('reports the progress of a batch, sheet by sheet', async () => {
    const reports: ExportProgress[] = []
    const sheets = [1, 2, 3].map((sheetNo) => ({ ...sill, id: `sill-${sheetNo}`, sheetNo }))
    await exportSheets(sheets, ['pdf-batch'], { onProgress: (progress) => reports.push(progress) })
    expect(reports.map(({ done, total }) => `${done}/${total}`)).toEqual(['0/3', '1/3', '2/3', '3/3'])
  })

  it('stops if it is cancelled, and leaves only complete files', { tags: 'long' }, async () => {
    const sheets = sandboxSheets()
    const controller = new AbortController()
    const { cancelled, files } = await createExporter({ folder, font }).exportSheets(sheets, ['pdf'], {
      signal: controller.signal,
      onProgress: ({ done }) => {
        if (done > 0) controller.abort()
      },
    })
    expect(cancelled).toBe(true)
    expect(files.length).toBeGreaterThan(0)
    expect(files.length).toBeLessThan(sheets.length)
    expect((await readdir(folder)).length).toBe(files.length)
    for (const { path } of files) run('qpdf', '--check', path)
  })

  it.each([3, 150])('stops a batch after %i checks for a cancellation, and writes nothing of it', async (checks) => {
    let checked = 0
    const stopped = () => (checked += 1) > checks
    const { cancelled, files } = await exportSheets(sandboxSheets(), ['pdf-batch'], { stopped })
    expect({ cancelled, files, written: await readdir(folder) }).toEqual({ cancelled: true, files: [], written: [] })
    expect(checked).toBe(checks + 2)
  })

  it('writes nothing if it is cancelled before it starts', async () => {
    const { cancelled, files } = await createExporter({ folder, font }).exportSheets([sill], ['pdf'], {
      signal: AbortSignal.abort(),
    })
    expect({ cancelled, files, written: await readdir(folder) }).toEqual({ cancelled: true, files: [], written: [] })
  })

  it('skips and lists a file that cannot be overwritten, leaves no part of it and writes the others', async () => {
    await mkdir(join(folder, 'T-000012_s3_v2.pdf'))
    await mkdir(join(folder, 'T-000012_s3_v2_p1.dxf'))
    const { failed, files, cancelled } = await exportSheets([sill, taperedAngle], ['dxf', 'pdf'])
    expect({ cancelled, failed }).toEqual({
      cancelled: false,
      failed: {
        code: 'file_held',
        files: ['T-000012_s3_v2_p1.dxf', 'T-000012_s3_v2.pdf'],
        message: expect.stringMatching(/EISDIR|directory/),
      },
    })
    expect(files).toHaveLength(4)
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('reports that its folder is a file, and runs the next job', { tags: 'long' }, async () => {
    const blocked = join(folder, 'a-file')
    await writeFile(blocked, '')
    const other = createExporter({ folder: blocked, font })
    expect((await other.exportSheets([sill], ['dxf'])).failed).toMatchObject({ code: 'folder_refused' })
    await rm(blocked)
    expect((await other.exportSheets([sill], ['dxf'])).failed).toBeNull()
  })

  it('reports that the font is invalid, and runs the next job', { tags: 'long' }, async () => {
    const other = createExporter({ folder, font: new Uint8Array(8) })
    expect((await other.exportSheets([sill], ['pdf'])).failed).toMatchObject({ code: 'worker_failed' })
    expect((await other.exportSheets([sill], ['dxf'])).files).toHaveLength(3)
  })
})
