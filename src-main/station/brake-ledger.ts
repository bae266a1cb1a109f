// What the link to the brake keeps, in the outbox: the programs that were sent, what became of them, and the pieces that the controller
// counted. Touches the outbox through what it is handed.
import type { JobLedger, KeptJob } from '../brake/session/index.ts'
import type { Outbox, Sheet } from '../outbox/index.ts'
import { contentHash, keptProgram } from './brake-program.ts'

export interface BrakeLedgerParts {
  readonly outbox: Pick<Outbox, 'programs' | 'counting'>
  /** As the store has it now; null: no longer. */
  readonly sheetNow: (sheetId: string) => Sheet | null
  readonly ownBrakeId: () => string | null
  readonly link: { readonly uri: string; readonly mapHash: string }
}

export function brakeLedger({ outbox, sheetNow, ownBrakeId, link }: BrakeLedgerParts): JobLedger {
  const { programs, counting } = outbox
  return {
    loaded: (): KeptJob | null => {
      const loaded = programs.loaded()
      // what went over another line, or by another file, is not at this controller
      if (loaded === null || loaded.link !== link.uri || loaded.mapHash !== link.mapHash) return null
      const program = keptProgram.parse(JSON.parse(loaded.program))
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
        program: JSON.stringify(program),
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
      if (sheet === null) return { ok: false, message: 'the sheet is no longer in this station’s store' }
      const operatorId = programs.operatorOf(programId)
      const counted = counting.countByController({ sheet, programId, total, operatorId })
      return counted.ok ? counted : { ok: false, message: counted.code }
    },
  }
}
