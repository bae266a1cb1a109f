// The generated sheets are valid responses of the service, equal for each seed, and varied.
import { describe, expect, it } from 'vitest'
import { checkFlatPattern, isTapered } from '../../../shared/bending/index.ts'
import { blankOf } from '../../../shared/drawing/index.ts'
import { bendingSheet } from '../../../shared/workshop-api/index.ts'
import { generatedSheet, generatedSheets } from '../../fixtures/generated-sheets.ts'
import { workshopTables } from '../bending/sandbox-bending.ts'

const sheets = generatedSheets(400, 3)

describe('generated sheets', () => {
  it('are equal for the same seed, alone or in a series, and differ for another seed', () => {
    expect(generatedSheets(20, 3)).toEqual(sheets.slice(0, 20))
    expect(generatedSheet(3, 17)).toEqual(sheets[17])
    expect(generatedSheet(4, 17).profile).not.toEqual(sheets[17]?.profile)
  })

  it("match the service's schema, have a blank for each piece, and agree with our own flat pattern", () => {
    const tables = workshopTables()
    for (const sheet of sheets.slice(0, 100)) {
      expect(bendingSheet.safeParse(sheet).error?.issues).toBeUndefined()
      for (const piece of [undefined, ...sheet.pieces])
        expect([sheet.id, blankOf(sheet, piece)]).toMatchObject([sheet.id, { ok: true }])
      expect([sheet.id, checkFlatPattern(sheet, { tables })]).toEqual([
        sheet.id,
        { ok: true, value: { differences: [], cause: null } },
      ])
    }
  })

  it('include every number of bends, every hem, tapers, hands, arcs and cut-outs', () => {
    const bends = new Set(sheets.map(({ profile }) => profile.bends.length))
    expect([...bends].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 14 }, (_, index) => index + 1))
    const hems = new Set(sheets.flatMap(({ profile }) => profile.bends.map(({ hem }) => hem)))
    expect(hems).toEqual(new Set([null, 'closed', 'open', 'teardrop']))
    const hands = new Set(sheets.flatMap(({ pieces }) => pieces.map(({ hand }) => hand)))
    expect(hands).toEqual(new Set(['none', 'left', 'right']))
    expect(sheets.some(({ profile }) => isTapered(profile))).toBe(true)
    expect(sheets.some(({ unfolding }) => unfolding.outline.some(({ bulge }) => bulge !== 0))).toBe(true)
    expect(new Set(sheets.flatMap(({ unfolding }) => unfolding.cutouts.map(({ kind }) => kind))).size).toBe(2)
  })
})
