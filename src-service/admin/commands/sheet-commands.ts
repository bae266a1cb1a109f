// The commands for bending sheets and their approval.
import { Refusal } from '../../store/index.ts'
import type { SheetMove } from '../actions/index.ts'
import { parseCount, requireWord } from './command-line.ts'
import type { Command } from './command.ts'

export const sheetCommands: readonly Command[] = [
  {
    words: 'sheet note',
    usage: 'SHEET TEXT',
    description: "change a sheet's note (an empty text removes it)",
    run: (admin, { words }) => {
      const note = requireWord(words, 1, 'TEXT')
      const sheet = admin.sheets.change(requireWord(words, 0, 'SHEET'), { note: note === '' ? null : note })
      return resultLine(sheet, note === '' ? 'note removed' : 'note changed')
    },
  },
  {
    words: 'sheet drawing',
    usage: 'SHEET --quantity N [--piece NO]',
    description: 'change the number of pieces: makes a new drawing version',
    run: (admin, { words, options }) => {
      const reference = requireWord(words, 0, 'SHEET')
      const pieceNo = parseCount('--piece', options.piece ?? '1')
      const quantity = parseCount('--quantity', options.quantity)
      const { pieces } = admin.sheets.find(reference)
      if (!pieces.some((piece) => piece.pieceNo === pieceNo))
        throw new Refusal('not_found', `there is no piece ${pieceNo}`)
      const changed = pieces.map((piece) => (piece.pieceNo === pieceNo ? { ...piece, quantity } : piece))
      return resultLine(
        admin.sheets.change(reference, { pieces: changed }),
        `the quantity of piece ${pieceNo} is ${quantity}`,
      )
    },
  },
  {
    words: 'sheet move',
    usage: 'SHEET [--brake NAME|none] [--day YYYY-MM-DD|none]',
    description: 'move a sheet to another press brake or another day',
    run: (admin, { words, options }) => {
      const move: SheetMove = {
        ...(options.brake === undefined ? {} : { pressBrake: options.brake === 'none' ? null : options.brake }),
        ...(options.day === undefined ? {} : { plannedDate: options.day === 'none' ? null : options.day }),
      }
      if (Object.keys(move).length === 0) throw new Refusal('invalid', '--brake or --day is missing')
      return resultLine(admin.sheets.move(requireWord(words, 0, 'SHEET'), move), 'moved')
    },
  },
  {
    words: 'sheet rework',
    usage: 'SHEET',
    description: 'remove the bent marker of a sheet that was bent wrong',
    run: (admin, { words }) => resultLine(admin.sheets.rework(requireWord(words, 0, 'SHEET')), 'to be bent again'),
  },
  {
    words: 'approval ask',
    usage: 'SHEET',
    description: 'send a sheet to the customer for approval',
    run: (admin, { words }) =>
      resultLine(admin.sheets.requestApproval(requireWord(words, 0, 'SHEET')), 'sent to the customer'),
  },
  {
    words: 'approval give',
    usage: 'SHEET [--comment TEXT]',
    description: 'record that the customer approves',
    run: (admin, { words, options }) =>
      resultLine(admin.sheets.decideApproval(requireWord(words, 0, 'SHEET'), 'approved', options.comment), 'approved'),
  },
  {
    words: 'approval refuse',
    usage: 'SHEET [--comment TEXT]',
    description: 'record that the customer requests a change',
    run: (admin, { words, options }) =>
      resultLine(
        admin.sheets.decideApproval(requireWord(words, 0, 'SHEET'), 'change_requested', options.comment),
        'change requested',
      ),
  },
  {
    words: 'sheets make',
    usage: 'COUNT [--day YYYY-MM-DD] [--order NUMBER]',
    description: 'add many sheets, for tests',
    run: (admin, { words, options }) => {
      const ids = admin.makeSheets({
        count: parseCount('COUNT', words[0]),
        ...(options.day === undefined ? {} : { day: options.day }),
        ...(options.order === undefined ? {} : { order: options.order }),
      })
      return [`${ids.length} sheets added`]
    },
  },
]

function resultLine(
  sheet: { order: { numberDisplay: string }; sheetNo: number; version: number; drawingVersion: number },
  result: string,
): string[] {
  const { order, sheetNo, version, drawingVersion } = sheet
  return [`${order.numberDisplay}/${sheetNo} version ${version}, drawing ${drawingVersion}: ${result}`]
}
