// Reads the times between consecutive counts of one job within one run of the program. The plan learns the time of a piece from them.
// Reads the outbox's file only.
import * as z from 'zod'
import type { SheetToEstimate } from '../../../shared/planning/index.ts'
import type { Database } from '../../platform/sqlite.ts'

export interface TimedPieces {
  pressBrakeId: string
  sheet: SheetToEstimate
  pieceNo: number
  pieces: number
  /** Seconds since the previous count on the same job. */
  afterSec: number
}

/** Older events say little about the present speed. */
const newestEvents = 3_000

const estimableSheet = z.object({
  pieces: z.array(z.object({ pieceNo: z.number(), quantity: z.number(), lengthMm: z.number() })),
  profile: z.object({
    material: z.string(),
    thicknessMm: z.number(),
    bends: z.array(z.object({ hem: z.string().nullable() })),
  }),
  unfolding: z.object({ widthMm: z.number() }),
})

interface Counted {
  jobId: string
  pressBrakeId: string | null
  sheetId: string
  drawingHash: string
  pieceNo: number
  kind: string
  delta: number
  bootId: string
  monotonicMs: number
}

export type PlanLearning = ReturnType<typeof openPlanLearning>

export function openPlanLearning(db: Database) {
  const newest = db.prepare<[], number | null>(`SELECT max(seq) FROM piece_event`).pluck()
  const events = db.prepare<[number], Counted>(
    `SELECT e.job_id AS jobId, j.press_brake_id AS pressBrakeId, j.sheet_id AS sheetId, j.drawing_hash AS drawingHash,
       e.piece_no AS pieceNo, e.kind, e.delta, e.boot_id AS bootId, e.monotonic_ms AS monotonicMs
     FROM piece_event AS e JOIN job AS j ON j.id = e.job_id WHERE e.seq > ? ORDER BY e.seq`,
  )
  const drawing = db
    .prepare<[string, string], string>(`SELECT sheet FROM drawing WHERE sheet_id = ? AND hash = ?`)
    .pluck()
  let cached: { upTo: number; timed: TimedPieces[] } = { upTo: 0, timed: [] }

  const read = (upTo: number): TimedPieces[] => {
    const drawings = new Map<string, SheetToEstimate | null>()
    const sheetOf = ({ sheetId, drawingHash }: Counted): SheetToEstimate | null => {
      const key = `${sheetId} ${drawingHash}`
      const parsedDrawing = drawings.get(key) ?? parsed(drawing.get(sheetId, drawingHash))
      drawings.set(key, parsedDrawing)
      return parsedDrawing
    }
    const lastOf = new Map<string | null, Counted>()
    const timed: TimedPieces[] = []
    for (const event of events.iterate(upTo - newestEvents)) {
      const before = lastOf.get(event.pressBrakeId)
      lastOf.set(event.pressBrakeId, event)
      const { pressBrakeId, pieceNo, delta: pieces } = event
      // the first count of a job includes the set-up, and a restart of the program hides the time between two counts
      const isNext = before?.jobId === event.jobId && before.bootId === event.bootId
      if (pressBrakeId === null || event.kind !== 'good' || !isNext) continue
      const sheet = sheetOf(event)
      const afterSec = (event.monotonicMs - before.monotonicMs) / 1_000
      if (sheet !== null) timed.push({ pressBrakeId, sheet, pieceNo, pieces, afterSec })
    }
    return timed
  }

  return {
    /** The timed pieces of the newest 3 000 events. Reads the store only if something was counted since the last call. */
    timed: (): readonly TimedPieces[] => {
      const upTo = newest.get() ?? 0
      if (upTo !== cached.upTo) cached = { upTo, timed: read(upTo) }
      return cached.timed
    },
  }
}

function parsed(text: string | undefined): SheetToEstimate | null {
  const sheet = text === undefined ? null : estimableSheet.safeParse(JSON.parse(text))
  return sheet?.success === true ? sheet.data : null
}
