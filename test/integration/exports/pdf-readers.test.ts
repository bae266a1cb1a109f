// Reads the printed sheets with poppler and qpdf, which the tests require.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { englishTexts, norwegianTexts } from '../../../shared/drawing/files.ts'
import type { DrawingTexts, DrawnSheet } from '../../../shared/drawing/files.ts'
import { figure, fineFigure } from '../../../shared/drawing/labels/drawing-texts.ts'
import { sandboxSheets } from '../../unit/drawing/sandbox-sheets.ts'
import { sill, taperedAngle } from '../../unit/drawing/sample-sheets.ts'
import { linesOf, withPieces, placedWords, print, run } from './printed.ts'
import type { Printed } from './printed.ts'

const order = { ...taperedAngle.order, title: 'Bygg 漢 sør' }
const sheetOfHand = (hand: string): DrawnSheet => ({
  ...taperedAngle,
  id: `${hand}-only`,
  sheetNo: 5,
  pieces: taperedAngle.pieces.map((piece) => ({ ...piece, hand })),
})
const samples: DrawnSheet[] = [
  sill,
  { ...taperedAngle, order },
  sheetOfHand('right'),
  sheetOfHand('left'),
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
  english = await print(folder, 'en', sheets, { texts: englishTexts })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const pageOf = (id: string): string => norwegian.words[sheets.findIndex((sheet) => sheet.id === id)] ?? ''

/** The last column of the printed bend table. */
const radii = (page: string) =>
  page
    .split('\n')
    .flatMap((line) => /^\s*\d+\s+[▲▼] (?:opp|ned)\s+(?:\S+°|–)\s+\S+(?: → \S+)?\s+(.*)$/.exec(line)?.[1] ?? [])
    .map((rest) => rest.split(/\s{2,}/)[0])

/** Texts that must be on a sheet's page. */
function expectedTexts(sheet: DrawnSheet, texts: DrawingTexts): string[] {
  const { profile, unfolding, pieces, note, approval } = sheet
  const tapered = profile.flanges.some(({ endLengthMm }) => endLengthMm !== null)
  return [
    texts.sheet,
    `${sheet.order.numberDisplay} · ${texts.sheetNo} ${sheet.sheetNo}`,
    sheet.order.customerName ?? '',
    texts.language === 'nb' ? '24.11.2026' : '2026-11-24',
    `${texts.drawing} v${sheet.drawingVersion}`,
    texts.materials[profile.material] ?? profile.material,
    texts.families[profile.family] ?? profile.family,
    profile.colour ?? '',
    // after the side of the bends without its capital letter
    (texts.colourSides[profile.colourSide] ?? '').slice(1),
    texts.films[profile.film] ?? '',
    `${fineFigure(profile.thicknessMm, texts)} mm`,
    `${figure(unfolding.widthMm, texts)} mm`,
    ...profile.bends.flatMap(({ angleDeg: turnDeg, hem }) =>
      hem === null ? [`${figure(180 - Math.abs(turnDeg), texts)}°`] : [],
    ),
    ...unfolding.bendLines.map(({ positionMm }) => figure(positionMm, texts)),
    ...unfolding.bendLines.map(({ direction }) => (direction === 'up' ? `▲ ${texts.up}` : `▼ ${texts.down}`)),
    ...profile.bends.flatMap(({ hem }) => (hem === null ? [] : [texts.hems[hem] ?? hem])),
    ...pieces.flatMap(({ quantity, lengthMm }) => [String(quantity), figure(lengthMm, texts)]),
    ...pieces.flatMap(({ hand }) =>
      hand === 'left' ? [`L · ${texts.left}`] : hand === 'right' ? [`R · ${texts.right}`] : [],
    ),
    ...(tapered ? [texts.byHand] : []),
    ...(approval.state === 'awaiting' ? [texts.awaiting] : []),
    ...(note ?? '').split(/\s+/),
    texts.bentOn,
    texts.initials,
    texts.bentQuantity,
  ]
}

describe('printed sheets, read by other programs,', () => {
  it('are valid PDF for qpdf, one A4 page per sheet', () => {
    expect(norwegian.refused).toEqual([])
    expect(run('qpdf', ['--check', norwegian.path])).toContain('No syntax or stream encoding errors')
    const info = run('pdfinfo', [norwegian.path])
    expect(info).toMatch(new RegExp(`Pages:\\s+${sheets.length}\\n`))
    expect(info).toMatch(/Page size:\s+595\.2\d* x 841\.8\d* pts \(A4\)/)
  })

  it('embed the used part of the font', () => {
    const embeddedAndSubset = /^[A-Z]{6}\+DejaVuSans\s+CID TrueType\s+Identity-H\s+yes yes yes/m
    expect(run('pdffonts', [norwegian.path])).toMatch(embeddedAndSubset)
  })

  it('contain all data of every sheet in both languages', () => {
    for (const [texts, { words: pages }] of [
      [norwegianTexts, norwegian],
      [englishTexts, english],
    ] as const) {
      for (const [index, sheet] of sheets.entries()) {
        if (sheet.id === 'long') continue
        const page = pages[index] ?? ''
        const missing = expectedTexts(sheet, texts).filter((part) => !page.includes(part.replace('漢', '?')))
        expect({ sheet: sheet.id, missing }).toEqual({ sheet: sheet.id, missing: [] })
      }
    }
  })

  it('contain the note with Norwegian letters and signs, and the sums of the pieces', () => {
    const page = pageOf(sill.id)
    expect(page).toContain('Hullene ≤ ⌀6, fall 15° på flate Å')
    expect(page).toMatch(/Σ\s+11\s+18,75 m/)
  })

  it('have a drawing for each hand of a sheet, with its name and the piece that it shows', () => {
    const withBothHands = sheets.filter(({ pieces }) => new Set(pieces.map(({ hand }) => hand)).size > 1)
    expect(withBothHands.length).toBeGreaterThan(4)
    for (const sheet of withBothHands) {
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

  it('show the hand of a sheet that has only one', () => {
    expect(pageOf('right-only')).toContain('HØYRE')
    expect(pageOf('right-only')).not.toContain('VENSTRE')
  })

  it('show the name of a hem instead of a radius, as the screen does', () => {
    expect(radii(pageOf(sill.id))).toEqual(['Lukket omslag', '1', '1', '1'])
    expect(radii(pageOf('pipebeslag-04'))).toEqual(['1', '1', 'Åpent omslag 2 mm'])
  })

  it('show in the head the common length of all pieces, or the shortest and the longest', () => {
    expect(pageOf(sill.id)).toContain('1350–2000 mm')
    expect(pageOf(taperedAngle.id)).toContain('1000 mm')
  })

  it('state the hand for the positions of slanted bends: right, or left if all pieces are left', () => {
    expect(pageOf('pipebeslag-04')).toContain('Fra kant (høyre)')
    expect(pageOf('pipebeslag-04')).toContain('175,9 → 135,9')
    expect(pageOf('right-only')).not.toContain('Fra kant (')
    expect(pageOf('right-only')).toContain('39,4 → 49,4')
    expect(pageOf('left-only')).toContain('49,4 → 39,4')
  })

  it('show in large letters that the sheet must not be bent, is bent by hand, or has a wrong flat pattern, with both figures', () => {
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

  it('show for a bent sheet the day, the person, the quantity and the planned machine', () => {
    const page = pageOf('bent')
    expect(page).toContain('BØYD 24.11.2026 – SKAL IKKE BØYES IGJEN')
    expect(page).toMatch(/\n\s*24\.11\.2026 +Ola +12\b/)
    expect(page).toContain('Knekkemaskin 1')
    expect(pageOf(sill.id)).not.toContain('BØYD 24')
  })

  it('shorten a long name in the head and the foot, and never the page number', () => {
    const index = sheets.findIndex(({ id }) => id === 'long')
    const foot = placedWords(norwegian.path)[index]?.filter(({ minY }) => minY > 283) ?? []
    expect(linesOf(foot).at(-1)).toMatch(new RegExp(`^T-000012-T-[-T0-9]*… · Side ${index + 1} av ${sheets.length}$`))
    for (const { minX, maxX } of foot) {
      expect(minX).toBeGreaterThan(139)
      expect(maxX).toBeLessThan(200)
    }
  })

  it('show a question mark for a letter that the font lacks', () => {
    expect(pageOf(taperedAngle.id)).toContain('Bygg ? sør')
  })

  it('state how many pieces are omitted, and that a note is shortened, if there is no space', async () => {
    const [first] = sill.pieces
    if (first === undefined) throw new Error('the sample has pieces')
    const many = Array.from({ length: 40 }, (_, index) => ({ ...first, pieceNo: index + 1, quantity: 2 }))
    const full = { ...withPieces(sill, many), note: 'Legges med fargesiden ned på filt. '.repeat(400) }
    const [page = ''] = (await print(folder, 'full', [full])).words
    expect(page).toMatch(/…\s+52\s+26 til, se appen/)
    expect(page).toMatch(/Σ\s+80/)
    expect(page).toContain('… mer i appen')
  })
})
