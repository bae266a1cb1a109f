// The printed batch of a day, read by qpdf and poppler: contents, omitted sheets, bookmarks, links and bytes.
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { englishTexts } from '../../../shared/drawing/files.ts'
import { sandboxSheets } from '../../unit/drawing/sandbox-sheets.ts'
import { sill, taperedAngle, withFlatPattern } from '../../unit/drawing/sample-sheets.ts'
import { linesOf, placedWords, print, run } from './printed.ts'
import type { Printed } from './printed.ts'

const contradictory = { ...withFlatPattern(sill, { widthMm: 190 }), id: 'contradictory', sheetNo: 77 }
const [first] = sill.pieces
const noLength = {
  ...sill,
  id: 'no-length',
  sheetNo: 78,
  pieces: first === undefined ? [] : [first, { ...first, pieceNo: 2, lengthMm: 0 }],
}
const tapered = { ...taperedAngle, reworkCount: 1 }
const awaiting = { ...sill, id: 'awaiting', sheetNo: 9, approval: { state: 'awaiting' } }
const bent = { ...sill, id: 'bent', sheetNo: 10, bent: { at: '2026-11-23T11:00:00.000Z', quantity: null, by: null } }
/** It has more notices than fit under its name. */
const crowded = { ...tapered, id: 'crowded', sheetNo: 11, bent: bent.bent, approval: { state: 'change_requested' } }
const difference = { of: { kind: 'width' }, end: 'start', serviceMm: 198.4, oursMm: 195.25 } as const
const check = { differences: [difference], cause: 'Årsaken er ikke kjent.', toleranceMm: 0.3 }
const checks = new Map(['crowded', 'awaiting'].map((id) => [id, check]))
const brakes = new Map([
  ['bent', 'Knekkemaskin 1'],
  ['crowded', 'Kantpresse 2'],
])
const valid = [tapered, awaiting, bent, crowded, ...sandboxSheets()]
const sheets = [...valid.slice(0, 3), contradictory, noLength, ...valid.slice(3)]
const leftOut = [{ name: 'T-000500 · 2', reason: 'seddelen er ikke hentet ennå' }]
const contents = { day: '2026-11-24', brake: 'Kantpresse 1', leftOut }

let folder: string
let batch: Printed
let contentsCount: number
let lines: string[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'batch-'))
  batch = await print(folder, 'day', sheets, { title: '24.11.2026', contents, checks, brakes })
  contentsCount = batch.pages - valid.length
  lines = linesOfContents(batch.path, contentsCount)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const linesOfContents = (path: string, count: number): string[] => placedWords(path).slice(0, count).flatMap(linesOf)

/** The line with the name of a sheet. */
const lineOf = (contents: readonly string[], name: string): string =>
  contents.find((line) => ` ${line} `.includes(` ${name} `)) ?? ''

const qpdfJson = z.object({
  pages: z.array(z.object({ object: z.string() })),
  outlines: z.array(z.object({ title: z.string(), destpageposfrom1: z.int() })),
  qpdf: z.tuple([z.unknown(), z.record(z.string(), z.object({ value: z.unknown().optional() }))]),
})
const link = z.object({ '/Subtype': z.literal('/Link'), '/Dest': z.tuple([z.string(), z.literal('/Fit')]) })
const annotated = z.object({ '/Annots': z.array(z.string()) })

function structure() {
  const keys = ['pages', 'outlines', 'qpdf'].map((key) => `--json-key=${key}`)
  return qpdfJson.parse(JSON.parse(run('qpdf', ['--json=2', ...keys, batch.path])))
}

describe("a day's batch", () => {
  it('has its contents pages before its sheets', { tags: 'long' }, () => {
    expect(contentsCount).toBeGreaterThan(3)
    expect(run('qpdf', ['--check', batch.path])).toContain('No syntax or stream encoding errors')
    for (const [index, page] of batch.words.entries()) {
      expect(page.includes('Bøyesedler 24.11.2026')).toBe(index < contentsCount)
      expect(page.includes('Kantpresse 1')).toBe(index < contentsCount)
      expect(page).toContain(`Side ${index + 1} av ${batch.pages}`)
    }
  })

  it('lists every sheet with its page number', () => {
    for (const sheet of valid) {
      const { numberDisplay } = sheet.order
      const name = `${numberDisplay} · ${sheet.sheetNo}`
      const page = Number(/^(\d+) /.exec(lineOf(lines, name))?.[1])
      expect(page).toBeGreaterThan(contentsCount)
      expect(batch.words[page - 1]).toContain(
        `${numberDisplay} · seddel ${sheet.sheetNo} · Side ${page} av ${batch.pages}`,
      )
    }
  })

  it('lists each sheet with its customer, material, quantity and notices', () => {
    expect(lineOf(lines, 'T-000012 · 9')).toMatch(/Bølgen Bygg AS 0,6 mm · RR33 11 4 24\.11\.$/)
    expect(lines).toContain('konisk · omarbeid 1 Vindusbeslag sør Plastbelagt stål 2026')
    expect(lines).toContain('bøyd 23.11.2026 Vindusbeslag sør Plastbelagt stål Knekkemaskin 1 2026')
    expect(lines).toContain('bøyd 23.11.2026 · kunden vil endre · utbrettingen stemmer ikke · konisk · omarbeid 1')
    expect(lines).toContain('venter på kunde · utbrettingen stemmer ikke')
  })

  it('shows the machine of each sheet on its page', () => {
    const index = valid.findIndex(({ id }) => id === 'bent')
    expect(batch.words[contentsCount + index]).toContain('Knekkemaskin 1')
    expect(batch.words[contentsCount + index + 1]).toContain('Kantpresse 2')
  })

  it('shows the number of sheets, pieces and bends', () => {
    const pieces = valid.reduce((sum, { quantity }) => sum + quantity, 0)
    const bends = valid.reduce((sum, { profile }) => sum + profile.bends.length, 0)
    const sum = `Sum: ${valid.length} sedler · ${pieces} stykker · ${bends} bøyer`
    expect(batch.words.slice(0, contentsCount).join()).toContain(sum)
  })

  it('lists omitted sheets with their reasons at the end of the contents, and refers to them on each contents page', () => {
    expect(batch.refused.map(({ sheetId }) => sheetId)).toEqual(['contradictory', 'no-length'])
    expect(lines.slice(-5, -1)).toEqual([
      'IKKE MED HER',
      'T-000500 · 2 seddelen er ikke hentet ennå',
      'T-000012 · 77 utbretting, omriss: stemmer ikke med resten av seddelen',
      'T-000012 · 78 stykke 2, lengde: må være større enn null',
    ])
    for (const page of batch.words.slice(0, contentsCount)) {
      expect(page).toContain(`IKKE MED HER: 3 – se side ${contentsCount}`)
    }
  })

  it('has no such list if no sheet is omitted', async () => {
    const whole = await print(folder, 'whole', [sill], { contents: { day: null, brake: null }, texts: englishTexts })
    expect(whole.pages).toBe(2)
    expect(whole.words[0]).toContain('Bending sheets')
    expect(whole.words[0]).toContain('All machines')
    expect(whole.words[0]).not.toContain('NOT INCLUDED')
  })

  it('lists many omitted sheets on several pages, each with its title', async () => {
    const many = Array.from({ length: 90 }, (_, index) => ({
      name: `T-000700 / ${index + 1}`,
      reason: 'grunn '.repeat(60),
    }))
    const { path, pages } = await print(folder, 'left-out', [sill], { contents: { ...contents, leftOut: many } })
    expect(pages).toBeGreaterThan(6)
    for (const page of placedWords(path).slice(0, -1)) {
      expect(linesOf(page).filter((line) => line === 'IKKE MED HER')).toHaveLength(1)
    }
    const listed = linesOfContents(path, pages - 1)
    for (const { name } of many) expect(lineOf(listed, name)).toContain('grunn')
  })

  it('has bookmarks for its contents and each sheet, and a link from each row to its page', () => {
    const { pages, outlines, qpdf } = structure()
    const [, objects] = qpdf
    expect(outlines.map(({ title, destpageposfrom1 }) => [title, destpageposfrom1])).toEqual([
      ['Innhold', 1],
      ...valid.map(({ order, sheetNo }, index) => [`${order.numberDisplay} · ${sheetNo}`, contentsCount + index + 1]),
    ])
    const valueOf = (ref: string) => objects[`obj:${ref}`]?.value
    const targets = pages.slice(0, contentsCount).flatMap(({ object }) => {
      const page = annotated.safeParse(valueOf(object))
      return page.success ? page.data['/Annots'].map((ref) => link.parse(valueOf(ref))['/Dest'][0]) : []
    })
    expect(targets).toEqual(pages.slice(contentsCount).map(({ object }) => object))
  })

  it('has the same bytes in another process', { tags: 'long' }, () => {
    const program = `
      import { createHash } from 'node:crypto'
      import { sheetPdf } from ${JSON.stringify(new URL('../../../shared/drawing/files.ts', import.meta.url).href)}
      import { font } from ${JSON.stringify(new URL('./printed.ts', import.meta.url).href)}
      const chunks = []
      for await (const chunk of process.stdin) chunks.push(chunk)
      const { sheets, contents, checks, brakes } = JSON.parse(Buffer.concat(chunks).toString())
      const extras = { checks: new Map(checks), brakes: new Map(brakes) }
      const { bytes } = await sheetPdf(sheets, { font, title: '24.11.2026', contents, ...extras })
      console.log(createHash('sha256').update(bytes).digest('hex'))
    `
    const args = ['--input-type=module', '--no-warnings', '-e', program]
    const elsewhere = run(
      process.execPath,
      args,
      JSON.stringify({ sheets, contents, checks: [...checks], brakes: [...brakes] }),
    ).trim()
    expect(elsewhere).toBe(
      createHash('sha256')
        .update(batch.bytes ?? '')
        .digest('hex'),
    )
  })
})
