// The printed sheets, read by programs that are not ours: poppler and qpdf. They are part of what tests need.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { englishTexts, norwegianTexts } from '../../../shared/drawing/files.ts'
import type { DrawingTexts, DrawnSheet } from '../../../shared/drawing/files.ts'
import { figure, fineFigure } from '../../../shared/drawing/labels/drawing-texts.ts'
import { sandboxSheets } from '../../unit/drawing/sandbox-sheets.ts'
import { sill, taperedAngle } from '../../unit/drawing/sample-sheets.ts'
import { linesOf, piecedAs, placedWords, print, run } from './printed.ts'
import type { Printed } from './printed.ts'

const order = { ...taperedAngle.order, title: 'Bygg 漢 sør' }
const handed = (hand: string): DrawnSheet => ({
  ...taperedAngle,
  id: `${hand}-only`,
  sheetNo: 5,
  pieces: taperedAngle.pieces.map((piece) => ({ ...piece, hand })),
})
const samples: DrawnSheet[] = [
  sill,
  { ...taperedAngle, order },
  handed('right'),
  handed('left'),
  { ...sill, id: 'awaiting', approval: { state: 'awaiting' }, reworkCount: 2 },
  { ...sill, id: 'bent', bent: { at: '2026-11-23T23:30:00.000Z', quantity: 12, by: 'Ola' } },
  { ...sill, id: 'long', order: { ...sill.order, numberDisplay: 'T-000012-'.repeat(30) } },
  { ...sill, id: 'change', approval: { state: 'change_requested' } },
]
const sheets = [...samples, ...sandboxSheets()]
const differences = [
  { of: { kind: 'width' }, end: 'start', serviceMm: 198.4, oursMm: 195.25 },
  { of: { kind: 'bend', bend: 2 }, end: 'start', serviceMm: 154.6, oursMm: 151.4 },
] as const
const checks = new Map([
  [sill.id, { differences, cause: 'Trolig er K-faktor 0,33 brukt.', toleranceMm: 0.3 }],
  ['awaiting', { differences: [], cause: '', toleranceMm: 0.3 }],
])

let folder: string
let norwegian: Printed
let english: Printed
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'printed-'))
  norwegian = await print(folder, 'nb', sheets, { checks, brakes: new Map([['bent', 'Knekkemaskin 1']]) })
  english = await print(folder, 'en', sheets, { words: englishTexts })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const pageOf = (id: string): string => norwegian.words[sheets.findIndex((sheet) => sheet.id === id)] ?? ''

/** The last column of the printed bend table. */
const radii = (page: string) =>
  page
    .split('\n')
    .flatMap((line) => /^\s*\d+\s+[▲▼] (?:opp|ned)\s+\S+°\s+\S+(?: → \S+)?\s+(.*)$/.exec(line)?.[1] ?? [])
    .map((rest) => rest.split(/\s{2,}/)[0])

/** What must stand on a sheet's page, whatever else does. */
function expected(sheet: DrawnSheet, words: DrawingTexts): string[] {
  const { profile, unfolding, pieces, note, approval } = sheet
  const tapered = profile.flanges.some(({ endLengthMm }) => endLengthMm !== null)
  return [
    words.sheet,
    `${sheet.order.numberDisplay} · ${words.sheetNo} ${sheet.sheetNo}`,
    sheet.order.customerName ?? '',
    words.language === 'nb' ? '24.11.2026' : '2026-11-24',
    `${words.drawing} v${sheet.drawingVersion}`,
    words.materials[profile.material] ?? profile.material,
    words.families[profile.family] ?? profile.family,
    profile.colour ?? '',
    words.colourSides[profile.colourSide] ?? '',
    words.films[profile.film] ?? '',
    `${fineFigure(profile.thicknessMm, words)} mm`,
    `${figure(unfolding.widthMm, words)} mm`,
    ...profile.bends.map(({ angleDeg }) => `${figure(Math.abs(angleDeg), words)}°`),
    ...unfolding.bendLines.map(({ positionMm }) => figure(positionMm, words)),
    ...unfolding.bendLines.map(({ direction }) => (direction === 'up' ? `▲ ${words.up}` : `▼ ${words.down}`)),
    ...profile.bends.flatMap(({ hem }) => (hem === null ? [] : [words.hems[hem] ?? hem])),
    ...pieces.flatMap(({ quantity, lengthMm }) => [String(quantity), figure(lengthMm, words)]),
    ...pieces.flatMap(({ hand }) =>
      hand === 'left' ? [`L · ${words.left}`] : hand === 'right' ? [`R · ${words.right}`] : [],
    ),
    ...(tapered ? [words.byHand] : []),
    ...(approval.state === 'awaiting' ? [words.awaiting] : []),
    ...(note ?? '').split(/\s+/),
    words.bentOn,
    words.initials,
    words.bentQuantity,
  ]
}

describe('printed sheets that other programs read', () => {
  it('are valid PDF for qpdf, one A4 page per sheet', () => {
    expect(norwegian.refused).toEqual([])
    expect(run('qpdf', ['--check', norwegian.path])).toContain('No syntax or stream encoding errors')
    const info = run('pdfinfo', [norwegian.path])
    expect(info).toMatch(new RegExp(`Pages:\\s+${sheets.length}\\n`))
    expect(info).toMatch(/Page size:\s+595\.2\d* x 841\.8\d* pts \(A4\)/)
  })

  it('embed of their font what they use', () => {
    const embeddedAndSubset = /^[A-Z]{6}\+DejaVuSans\s+CID TrueType\s+Identity-H\s+yes yes yes/m
    expect(run('pdffonts', [norwegian.path])).toMatch(embeddedAndSubset)
  })

  it('say in both languages everything that is to be known of every sheet', () => {
    for (const [words, { words: pages }] of [
      [norwegianTexts, norwegian],
      [englishTexts, english],
    ] as const) {
      for (const [index, sheet] of sheets.entries()) {
        if (sheet.id === 'long') continue
        const page = pages[index] ?? ''
        const missing = expected(sheet, words).filter((part) => !page.includes(part.replace('漢', '?')))
        expect({ sheet: sheet.id, missing }).toEqual({ sheet: sheet.id, missing: [] })
      }
    }
  })

  it('say the note with its Norwegian letters and its signs, and the sums of the pieces', () => {
    const page = pageOf(sill.id)
    expect(page).toContain('Hullene ≤ ⌀6, fall 15° på flate Å')
    expect(page).toMatch(/Σ\s+11\s+18,75 m/)
  })

  it('draw each hand of a sheet with its name, and say which piece each drawing shows', () => {
    const handed = sheets.filter(({ pieces }) => new Set(pieces.map(({ hand }) => hand)).size > 1)
    expect(handed.length).toBeGreaterThan(4)
    for (const sheet of handed) {
      for (const [hand, name] of [
        ['left', 'VENSTRE'],
        ['right', 'HØYRE'],
      ] as const) {
        const piece = sheet.pieces.find((one) => one.hand === hand)
        expect(pageOf(sheet.id)).toContain(name)
        expect(pageOf(sheet.id)).toContain(`stk. ${piece?.pieceNo}: ${piece?.lengthMm}`)
      }
    }
  })

  it('name the one hand of a sheet that has only one', () => {
    expect(pageOf('right-only')).toContain('HØYRE')
    expect(pageOf('right-only')).not.toContain('VENSTRE')
  })

  it('give a hem its name in the place of a radius, as the screen does', () => {
    expect(radii(pageOf(sill.id))).toEqual(['Lukket omslag', '1', '1', '1'])
    expect(radii(pageOf('pipebeslag-04'))).toEqual(['1', '1', 'Åpent omslag 2 mm'])
  })

  it('name at the head the one length of all pieces, or from the shortest to the longest', () => {
    expect(pageOf(sill.id)).toContain('1350–2000 mm')
    expect(pageOf(taperedAngle.id)).toContain('1000 mm')
  })

  it('say of which hand the places of slanted bends are, and give those of a left piece where there is no other', () => {
    expect(pageOf('pipebeslag-04')).toContain('Fra kant (høyre)')
    expect(pageOf('pipebeslag-04')).toContain('175,9 → 135,9')
    expect(pageOf('right-only')).not.toContain('Fra kant (')
    expect(pageOf('right-only')).toContain('39,4 → 49,4')
    expect(pageOf('left-only')).toContain('49,4 → 39,4')
  })

  it('say large that nothing may be bent, that a person must bend it, and that its flat pattern is wrong, with both figures', () => {
    expect(pageOf('awaiting')).toContain('VENTER PÅ KUNDE – SKAL IKKE BØYES')
    expect(pageOf('awaiting')).toContain('Omarbeid 2')
    expect(pageOf('awaiting')).not.toContain('UTBRETTINGEN STEMMER IKKE')
    expect(pageOf('change')).toContain('KUNDEN VIL ENDRE – SKAL IKKE BØYES')
    expect(pageOf(taperedAngle.id)).toContain('KONISK – BØYES FOR HÅND')
    const wrong = pageOf(sill.id).replace(/\s+/g, ' ')
    expect(wrong).toContain('UTBRETTINGEN STEMMER IKKE')
    expect(wrong).toContain('Utbrettet bredde: seddelen 198,4 mm, beregnet her 195,3 mm')
    expect(wrong).toContain('bøy 3: seddelen 154,6 mm, beregnet her 151,4 mm. Trolig er K-faktor 0,33 brukt.')
  })

  it('say that a sheet is bent, when, by whom and how many, and for which machine it was planned', () => {
    const page = pageOf('bent')
    expect(page).toContain('BØYD 24.11.2026 – SKAL IKKE BØYES IGJEN')
    expect(page).toMatch(/\n\s*24\.11\.2026 +Ola +12\b/)
    expect(page).toContain('Knekkemaskin 1')
    expect(pageOf(sill.id)).not.toContain('BØYD 24')
  })

  it('cut a name that is too long, at the foot of its page as at its head, and never the number of the page', () => {
    const at = sheets.findIndex(({ id }) => id === 'long')
    const foot = placedWords(norwegian.path)[at]?.filter(({ minY }) => minY > 283) ?? []
    expect(linesOf(foot).at(-1)).toMatch(new RegExp(`^T-000012-T-[-T0-9]*… · Side ${at + 1} av ${sheets.length}$`))
    for (const { minX, maxX } of foot) {
      expect(minX).toBeGreaterThan(139)
      expect(maxX).toBeLessThan(200)
    }
  })

  it('show a question mark where the font lacks a letter, rather than nothing', () => {
    expect(pageOf(taperedAngle.id)).toContain('Bygg ? sør')
  })

  it('say how many pieces and how much of a note there is no room for', async () => {
    const [first] = sill.pieces
    if (first === undefined) throw new Error('the sample has pieces')
    const many = Array.from({ length: 40 }, (_, index) => ({ ...first, pieceNo: index + 1, quantity: 2 }))
    const full = { ...piecedAs(sill, many), note: 'Legges med fargesiden ned på filt. '.repeat(400) }
    const [page = ''] = (await print(folder, 'full', [full])).words
    expect(page).toMatch(/…\s+52\s+26 til, se appen/)
    expect(page).toMatch(/Σ\s+80/)
    expect(page).toContain('… mer i appen')
  })
})
