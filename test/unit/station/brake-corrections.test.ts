// Corrections of a bend and of a bump row: what a person enters or measures at the finished bend is stored for the whole bend, and its
// strokes share it.
import { describe, expect, it } from 'vitest'
import type { CorrectionInput } from '../../../shared/station-api/index.ts'
import type { BrakeProgram } from '../../../src-main/brake/index.ts'
import type { Sheet, StoredCorrectionRow } from '../../../src-main/ledger/index.ts'
import { correctBend } from '../../../src-main/station/brake/brake-corrections.ts'
import { correctedProgram, previewOf } from '../../../src-main/station/brake/brake-program.ts'
import { sourcesFor, storedSheet } from './brake-sources.ts'

const bumped = storedSheet({ flanges: [90, 120], turns: [90], radiusMm: 30 })
const programId = 'program-1'

/** The corrections of one machine, and the program that it bends with. */
class Workplace {
  readonly rows: StoredCorrectionRow[] = []
  #loaded: BrakeProgram | null = null

  sources(sheet: Sheet) {
    return { ...sourcesFor(sheet), corrections: { of: () => [...this.rows], put: this.#put } }
  }

  program(sheet: Sheet): BrakeProgram {
    const result = correctedProgram(this.sources(sheet), { sheet, pieceNo: 1, drawingVersion: sheet.drawingVersion })
    if (!result.ok) throw new Error(result.error.message)
    return result.value.program
  }

  load(sheet: Sheet, change: (program: BrakeProgram) => BrakeProgram = (program) => program): void {
    this.#loaded = change({ ...this.program(sheet), sheetId: sheet.id })
  }

  correct(sheet: Sheet, correction: CorrectionInput): void {
    const job = this.#loaded === null ? null : { programId, program: this.#loaded, base: null, counted: 0 }
    const parts = { session: { loaded: () => job }, needsConfirmation: () => job === null }
    const { id: sheetId, drawingVersion } = sheet
    const request = { sheetId, drawingVersion, pieceNo: 1, bend: 1, correction, operatorId: null }
    correctBend({ ...this.sources(sheet), ...parts }, sheet, request)
  }

  readonly #put = (row: Omit<StoredCorrectionRow, 'id' | 'storedAtMs'>): void => {
    this.rows.push({ ...row, id: String(this.rows.length), storedAtMs: this.rows.length })
  }
}

const bumpSetting = { includedDeg: 90 }
const toolsOf = ({ tool, punch, vMm, punchRadiusMm }: StoredCorrectionRow) => ({ tool, punch, vMm, punchRadiusMm })
const sumOf = ({ steps }: BrakeProgram): number => steps.reduce((sum, { correctionDeg }) => sum + correctionDeg, 0)

describe('the correction of a bump row of 90° in 15 strokes', () => {
  it('may be as large as that of a bend of 90°, and its strokes share it', () => {
    const place = new Workplace()
    place.correct(bumped, { kind: 'entered', correctionDeg: 15 })
    expect(place.program(bumped).steps.map(({ correctionDeg }) => correctionDeg)).toEqual(
      Array.from({ length: 15 }, () => 1),
    )
    for (const correctionDeg of [15.1, -15.1])
      expect(() => place.correct(bumped, { kind: 'entered', correctionDeg })).toThrow(/15/)
    expect(place.rows).toMatchObject([{ includedDeg: 90, correctionDeg: 15, bumpRadiusMm: 30 }])
  })

  it('follows from the measured angle of the finished bend, and a second measurement adds to it', () => {
    const place = new Workplace()
    place.load(bumped)
    place.correct(bumped, { kind: 'measured', measuredDeg: 92, programId })
    expect(place.rows.at(-1)).toMatchObject({ includedDeg: 90, measuredDeg: 92, correctionDeg: -2 })
    expect(sumOf(place.program(bumped))).toBeCloseTo(-2, 9)
    place.load(bumped)
    place.correct(bumped, { kind: 'measured', measuredDeg: 89.5, programId })
    expect(place.rows.at(-1)).toMatchObject({ correctionDeg: -1.5 })
    expect(sumOf(place.program(bumped))).toBeCloseTo(-1.5, 9)
  })

  it('is not measured on a piece that was bent in another number of strokes', () => {
    const place = new Workplace()
    place.load(bumped, (program) => ({ ...program, steps: program.steps.slice(1) }))
    expect(() => place.correct(bumped, { kind: 'measured', measuredDeg: 92, programId })).toThrow(
      expect.objectContaining({ code: 'not_measurable' }),
    )
  })

  it('is offered once, and taken back as one', () => {
    const place = new Workplace()
    place.correct(bumped, { kind: 'entered', correctionDeg: -0.5 })
    const preview = previewOf(place.sources(bumped), {
      sheet: bumped,
      pieceNo: 1,
      drawingVersion: bumped.drawingVersion,
    })
    expect(preview).toMatchObject({
      bends: [{ bend: 1, includedDeg: 90 }],
      corrections: [{ bend: 1, correctionDeg: -0.5, basedOn: [{ includedDeg: 90 }] }],
    })
    place.correct(bumped, { kind: 'taken_back' })
    expect(sumOf(place.program(bumped))).toBe(0)
    expect(() => place.correct(bumped, { kind: 'taken_back' })).toThrow(/90°/)
  })

  it('is that of no other bend: not of one stroke of its angle, of a bend of 90°, or of another radius', () => {
    const place = new Workplace()
    place.correct(bumped, { kind: 'entered', correctionDeg: -3 })
    const ofRow = place.rows.slice()
    const others = [
      storedSheet({ flanges: [90, 120], turns: [6] }),
      storedSheet({ flanges: [90, 120], turns: [90] }),
      storedSheet({ flanges: [90, 120], turns: [90], radiusMm: 35 }),
    ]
    for (const other of others) {
      place.correct(other, { kind: 'entered', correctionDeg: 1 })
      const [ownRow] = place.rows.slice(-1)
      if (ownRow === undefined) throw new Error('it is stored')
      // that of the bump row as if it were made on the tools of the other bend; the first is that of one of its strokes
      const { includedDeg } = others.indexOf(other) === 0 ? ownRow : bumpSetting
      place.rows.splice(0, Infinity, ...ofRow.map((row) => ({ ...ownRow, ...row, ...toolsOf(ownRow), includedDeg })))
      expect(sumOf(place.program(other))).toBe(0)
      place.rows.push({ ...ownRow, correctionDeg: 2 })
      expect(sumOf(place.program(other))).toBeCloseTo(2, 9)
    }
  })
})

describe('the correction of a bend in one stroke', () => {
  it('is that of its row from before bumps were distinguished', () => {
    const plain = storedSheet({ flanges: [90, 120], turns: [90] })
    const place = new Workplace()
    place.load(plain)
    place.correct(plain, { kind: 'measured', measuredDeg: 91, programId })
    expect(place.rows).toMatchObject([{ includedDeg: 90, correctionDeg: -1, bumpRadiusMm: null }])
    expect(place.program(plain).steps).toMatchObject([{ correctionDeg: -1 }])
  })
})
