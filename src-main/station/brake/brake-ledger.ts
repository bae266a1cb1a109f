// Stores the data of the brake's connection in the ledger: the sent programs, their events, and the pieces that the controller counted.
// Reads and writes the ledger.
import { failed, ok } from '../../../shared/base/result.ts'
import type { JobLedger, StoredJob } from '../../brake/index.ts'
import type { Ledger, Sheet } from '../../ledger/index.ts'
import { contentHash, readStoredProgram, storedText } from './stored-program.ts'

export interface BrakeLedgerParts {
  readonly ledger: Pick<Ledger, 'programs' | 'counting'>
  /** The stored sheet; null: it is no longer stored. */
  readonly sheetNow: (sheetId: string) => Sheet | null
  readonly ownBrakeId: () => string | null
  readonly link: { readonly uri: string; readonly mapHash: string }
}

export function brakeLedger({ ledger, sheetNow, ownBrakeId, link }: BrakeLedgerParts): JobLedger {
  const { programs, counting } = ledger
  return {
    loaded: (): StoredJob | null => {
      const loaded = programs.loaded()
      // a program that was sent over another connection or with another file is not in this controller
      if (loaded === null || loaded.link !== link.uri || loaded.mapHash !== link.mapHash) return null
      const program = readStoredProgram(loaded.program)
      return { programId: loaded.id, program, base: loaded.base, counted: programs.counted(loaded.id) }
    },
    sent: (program, operatorId) => {
      const { sheetId, drawingVersion, drawingHash, pieceNo, version } = program
      const sheet = sheetNow(sheetId)
      const sent = programs.put({
        sheetId,
        drawingVersion,
        drawingHash,
        reworkCount: sheet?.reworkCount ?? 0,
        pieceNo,
        version,
        contentHash: contentHash(program),
        program: storedText(program),
        link: link.uri,
        mapHash: link.mapHash,
        pressBrakeId: ownBrakeId() ?? sheet?.pressBrakeId ?? null,
        operatorId,
      })
      return sent.id
    },
    note: programs.note,
    count: (programId, total) => {
      const program = programs.find(programId)
      const sheet = program === undefined ? null : sheetNow(program.sheetId)
      if (sheet === null) return failed('the sheet is no longer in this station’s store')
      const operatorId = programs.operatorOf(programId)
      const counted = counting.countByController({ sheet, programId, total, operatorId })
      return counted.ok ? ok(undefined) : failed(counted.error.code)
    },
  }
}
