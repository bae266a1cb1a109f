// Which program may follow the loaded one.
import { describe, expect, test } from 'vitest'
import { nextProgram } from '../../../../src-renderer/brake/next-program.ts'

const sheet = { id: 'this', pieces: [{ pieceNo: 1 }, { pieceNo: 2 }, { pieceNo: 3 }] }
const loaded = {
  sheetId: 'this',
  pieceNo: 2,
  donePieces: 4,
  wantedPieces: 4,
  isComplete: false,
  needsConfirmation: false,
}

describe('the next program', () => {
  test('is for the shown piece if none is loaded', () => {
    expect(nextProgram(sheet, null, 3)).toEqual({ showsLoaded: false, pieceNo: 3 })
  })

  test('is for the piece after the finished one, then for those before it', () => {
    expect(nextProgram(sheet, loaded, 2)).toEqual({ showsLoaded: true, pieceNo: 3 })
    expect(nextProgram(sheet, { ...loaded, pieceNo: 3 }, 3)).toEqual({ showsLoaded: true, pieceNo: 1 })
  })

  test('is for the selected piece if it differs from the finished one', () => {
    expect(nextProgram(sheet, loaded, 1)).toEqual({ showsLoaded: true, pieceNo: 1 })
  })

  test.each([
    ['is not finished', { donePieces: 3 }],
    ['waits for a person', { needsConfirmation: true }],
    ['was the last of the sheet', { isComplete: true }],
    ['of another sheet is not finished', { sheetId: 'other', donePieces: 3 }],
    ['of another sheet waits for a person', { sheetId: 'other', needsConfirmation: true }],
  ])('is none while what is loaded %s', (_, change) => {
    expect(nextProgram(sheet, { ...loaded, ...change }, 2)).toEqual({ showsLoaded: true, pieceNo: null })
  })

  test('replaces the finished program of another sheet', () => {
    expect(nextProgram(sheet, { ...loaded, sheetId: 'other' }, 2)).toEqual({ showsLoaded: false, pieceNo: 2 })
  })

  test('does not exist for a finished sheet of one piece', () => {
    const single = { id: 'this', pieces: [{ pieceNo: 1 }] }
    expect(nextProgram(single, { ...loaded, pieceNo: 1 }, 1)).toEqual({ showsLoaded: true, pieceNo: null })
  })
})
