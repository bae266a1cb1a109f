// Builds the program of one piece of a sheet for one machine from a plan, or tells why there is none. Pure. Lengths are in mm, angles in
// degrees.
import { ok, type Result } from '../../../shared/base/result.ts'
import { isTapered, validateSection } from '../../../shared/bending/index.ts'
import { blankOf } from '../../../shared/drawing/index.ts'
import { plannedSteps } from './planned-steps.ts'
import { refused, type ProgramRefusal } from './program-refusal.ts'
import type { ProgramRequest } from './program-request.ts'
import type { BrakeProgram } from './program.ts'

/**
 * The steps of the plan. Without a plan there is no program, because nothing has checked its bends for collisions.
 *
 * The angles are those of the sheet; springback and corrections are fields of their own.
 *
 * Refuses with a `ProgramRefusalCode`; a piece that is tapered or has no straight edge for the gauge is bent by hand.
 */
export function buildProgram(request: ProgramRequest): Result<BrakeProgram, ProgramRefusal> {
  const { sheet, machine, shownDrawingVersion: shown, pieceNo, order: bendOrder } = request
  if (sheet === null) return refused('removed', 'the sheet is no longer on the list')
  if (sheet.drawingVersion !== shown) {
    const now = sheet.drawingVersion
    return refused('superseded', `drawing ${shown} was shown, the sheet now has drawing ${now}`, { shown, now })
  }
  const piece = sheet.pieces.find((one) => one.pieceNo === pieceNo)
  if (piece === undefined) return refused('unknown_piece', `the sheet has no piece ${pieceNo}`, { pieceNo })
  const validSection = validateSection(sheet.profile)
  if (!validSection.ok) return refused('unsound', validSection.error.message, { field: validSection.error.field })
  if (isTapered(sheet.profile)) {
    return refused('by_hand', 'the profile is tapered: no gauge position suits both ends', { why: 'tapered' })
  }
  const blank = blankOf(sheet, piece)
  if (!blank.ok) return refused('unsound', blank.error.message, { field: blank.error.field })
  if (sheet.profile.bends.length === 0) {
    return refused('unsound', 'the profile has no bends', { field: 'profile.bends' })
  }
  if (machine === null) return refused('no_machine', 'no file of the workshop describes this machine')
  if (!('plan' in bendOrder)) return refused(bendOrder.code, bendOrder.message)
  const steps = plannedSteps(request, sheet, blank.value, machine, bendOrder)
  if (!steps.ok) return steps
  const { id: sheetId, drawingVersion, order, sheetNo } = sheet
  const { drawingHash, version } = request
  const hand = piece.hand === 'left' || piece.hand === 'right' ? piece.hand : null
  const name = `${order.numberDisplay}-${sheetNo}`
  return ok({ sheetId, name, drawingVersion, drawingHash, pieceNo, hand, version, steps: steps.value })
}
