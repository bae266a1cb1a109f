// Programs that were sent to the brake, and their events: read back, counted from, released. Rows are append-only, so that the program
// behind each mark stays known. Touches only the outbox's file.
import type { Database } from '../../platform/sqlite.ts'

export interface SentProgram {
  id: string
  sheetId: string
  drawingVersion: number
  drawingHash: string
  reworkCount: number
  pieceNo: number
  /** The version for this piece of this drawing, from 1. */
  version: number
  /** Hash of the steps and their inputs. The same values have the same hash. */
  contentHash: string
  /** The program as it was sent, as JSON text. */
  program: string
  /** The connection, and the hash of the controller map. */
  link: string
  mapHash: string | null
  pressBrakeId: string | null
  operatorId: string | null
  /** Milliseconds since 1970. */
  sentAt: number
}

export type ProgramEventKind = 'verified' | 'failed' | 'reset' | 'resumed' | 'released' | 'lost'

/** The store's word for a release is `let_go`: rows of earlier versions have it, and a row never changes. */
const kindForStore = "iif(@kind = 'released', 'let_go', @kind)"
const kindFromStore = "iif(kind = 'let_go', 'released', kind) AS kind"

export interface NewProgramEvent {
  programId: string
  kind: ProgramEventKind
  /** The reading of the controller's counter, from which pieces are counted. Null: it has none, or was not read. */
  counter: number | null
  /** Pieces of this program that were counted before `counter`. */
  counted: number
  operatorId: string | null
  detail: string | null
}

export interface LoadedProgram extends SentProgram {
  /** The reading from which pieces are counted, and the pieces counted before; null: counted by hand. */
  base: { counter: number; counted: number } | null
}

export type Programs = ReturnType<typeof openPrograms>

/** The id of a piece event that a controller counted, `PROGRAM:total`, so that no total is booked twice. */
export const countId = (programId: string, total: number): string => `${programId}:${total}`

export function openPrograms(db: Database, { now, newId }: { now: () => number; newId: () => string }) {
  const columns = `id, sheet_id AS sheetId, drawing_version AS drawingVersion, drawing_hash AS drawingHash,
    rework_count AS reworkCount, piece_no AS pieceNo, version, content_hash AS contentHash, program, link,
    map_hash AS mapHash, press_brake_id AS pressBrakeId, operator_id AS operatorId, sent_at AS sentAt`
  const insert = db.prepare<SentProgram>(
    `INSERT INTO brake_program (id, sheet_id, drawing_version, drawing_hash, rework_count, piece_no, version, content_hash,
       program, link, map_hash, press_brake_id, operator_id, sent_at)
     VALUES (@id, @sheetId, @drawingVersion, @drawingHash, @reworkCount, @pieceNo, @version, @contentHash, @program, @link,
       @mapHash, @pressBrakeId, @operatorId, @sentAt)`,
  )
  const insertEvent = db.prepare<NewProgramEvent & { id: string; occurredAtMs: number }>(
    `INSERT INTO brake_program_event (id, program_id, kind, counter, counted, operator_id, detail, at)
     VALUES (@id, @programId, ${kindForStore}, @counter, @counted, @operatorId, @detail, @occurredAtMs)`,
  )
  const byId = db.prepare<[string], SentProgram>(`SELECT ${columns} FROM brake_program WHERE id = ?`)
  const newest = db.prepare<[], SentProgram>(`SELECT ${columns} FROM brake_program ORDER BY rowid DESC LIMIT 1`)
  const ofBending = db.prepare<[string, string, number], SentProgram>(
    `SELECT ${columns} FROM brake_program WHERE sheet_id = ? AND drawing_hash = ? AND rework_count = ? ORDER BY rowid`,
  )
  const versions = db.prepare<[string, string, number], { version: number; contentHash: string }>(
    `SELECT version, content_hash AS contentHash FROM brake_program
     WHERE sheet_id = ? AND drawing_hash = ? AND piece_no = ? ORDER BY version`,
  )
  const events = db.prepare<[string], { kind: ProgramEventKind; occurredAtMs: number }>(
    `SELECT ${kindFromStore}, at AS occurredAtMs FROM brake_program_event WHERE program_id = ? ORDER BY seq`,
  )
  const newestEvent = db.prepare<[string], { kind: ProgramEventKind }>(
    `SELECT ${kindFromStore} FROM brake_program_event WHERE program_id = ? AND kind <> 'resumed' ORDER BY seq DESC LIMIT 1`,
  )
  const newestBase = db.prepare<[string], { counter: number | null; counted: number }>(
    `SELECT counter, counted FROM brake_program_event WHERE program_id = ? AND counter IS NOT NULL ORDER BY seq DESC LIMIT 1`,
  )
  const newestOperator = db
    .prepare<[string], string>(
      `SELECT operator_id FROM brake_program_event WHERE program_id = ? AND operator_id IS NOT NULL ORDER BY seq DESC LIMIT 1`,
    )
    .pluck()
  const counted = db
    .prepare<[string, string], number>(`SELECT coalesce(sum(delta), 0) FROM piece_event WHERE id > ? AND id < ?`)
    .pluck()

  return {
    /** Called before the first byte is sent: from then on no earlier program counts as loaded. */
    put: (program: Omit<SentProgram, 'id' | 'sentAt'>): SentProgram => {
      const sent = { ...program, id: newId(), sentAt: now() }
      insert.run(sent)
      return sent
    },
    note: (event: NewProgramEvent): void => void insertEvent.run({ ...event, id: newId(), occurredAtMs: now() }),
    find: (id: string): SentProgram | undefined => byId.get(id),
    /** The last program, where it was read back unchanged and not released since. */
    loaded: (): LoadedProgram | null => {
      const program = newest.get()
      const kind = program === undefined ? undefined : newestEvent.get(program.id)?.kind
      if (program === undefined || (kind !== 'verified' && kind !== 'reset')) return null
      const base = newestBase.get(program.id)
      const { counter = null, counted: countedBefore = 0 } = base ?? {}
      return { ...program, base: counter === null ? null : { counter, counted: countedBefore } }
    },
    /** The operator who sent it, or who last confirmed it. */
    operatorOf: (programId: string): string | null =>
      newestOperator.get(programId) ?? byId.get(programId)?.operatorId ?? null,
    /** The version of the same content, or the next version. */
    versionFor: (sheetId: string, drawingHash: string, pieceNo: number, contentHash: string): number => {
      const storedVersions = versions.all(sheetId, drawingHash, pieceNo)
      return (
        storedVersions.find((one) => one.contentHash === contentHash)?.version ??
        (storedVersions.at(-1)?.version ?? 0) + 1
      )
    },
    /** Pieces that the controller counted for a program. */
    counted: (programId: string): number => counted.get(`${programId}:`, `${programId};`) ?? 0,
    /** Its events, oldest first. */
    eventsOf: (programId: string): { kind: ProgramEventKind; occurredAtMs: number }[] => events.all(programId),
    /** All programs that were sent for one bending of a drawing, oldest first. */
    ofBending: (sheetId: string, drawingHash: string, reworkCount: number): SentProgram[] =>
      ofBending.all(sheetId, drawingHash, reworkCount),
  }
}
