// The brake that this station stands at: its session over the line that was set, what it keeps in the outbox, and what screens see and
// ask of it. Owns the session.
import { noBrake, type BrakeView } from '../../shared/station-api/index.ts'
import { openSession, type Link, type Session } from '../brake/session/index.ts'
import type { Outbox, Sheet } from '../outbox/index.ts'
import type { Clock } from '../platform/clock.ts'
import { commissionOf, type Commission } from './brake-commissions.ts'
import { correctBend } from './brake-corrections.ts'
import { brakeHandlers, unlinkedBrake, type BrakeHandlers } from './brake-handlers.ts'
import { brakeLedger } from './brake-ledger.ts'
import { namedLink, type BrakeLinkPlace } from './brake-link.ts'
import { previewOf, type ProgramSources } from './brake-program.ts'
import { brakeView } from './brake-view.ts'
import { markingByItself } from './marking-by-itself.ts'
import { pacedTelling } from './paced-telling.ts'
import type { Settings } from './settings.ts'

export interface BrakeDeskParts extends BrakeLinkPlace {
  readonly set: Pick<Settings, 'brake' | 'marksByItself'>
  readonly clock: Clock
  readonly outbox: Pick<Outbox, 'programs' | 'corrections' | 'plans' | 'counting' | 'work' | 'operators'>
  readonly workshop: () => ProgramSources['workshop']
  readonly ownBrakeId: () => string | null
  /** Throws CallError where it is not here, or its drawing is another. */
  readonly sheetShown: (sheetId: string, drawingVersion: number) => Sheet
  readonly sheetNow: (sheetId: string) => Sheet | null
  /** Asks the service for the sheet; resolves when it is here anew, or cannot be had. */
  readonly readAnew: (sheetId: string) => Promise<void>
  /** Whether it is marked now; never rejects. */
  readonly markBent: (sheet: Sheet) => Promise<boolean>
  readonly tell: (view: BrakeView) => void
  readonly onFault: (fault: unknown) => void
}

export interface BrakeDesk {
  readonly handlers: BrakeHandlers
  readonly view: () => BrakeView
  /** Counts, marks or sheets have changed. */
  readonly workChanged: () => void
  readonly close: () => Promise<void>
}

const nothingToClose = async (): Promise<void> => undefined

export function openBrakeDesk(parts: BrakeDeskParts): BrakeDesk {
  const { set, clock } = parts
  if (set.brake === null)
    return {
      handlers: unlinkedBrake(noBrake),
      view: () => noBrake,
      workChanged: () => undefined,
      close: nothingToClose,
    }
  const named = namedLink(parts, set.brake, clock)
  if (named.ok) return linkedDesk(parts, named.link)
  parts.onFault(named.message)
  const wrong: BrakeView = {
    ...noBrake,
    link: { uri: set.brake.uri, driver: '', map: set.brake.map, commissioned: null },
    fault: {
      code: named.wrong.length === 0 ? 'link_wrong' : 'map_wrong',
      message: named.message,
      address: null,
      at: new Date(clock.now()).toISOString(),
    },
  }
  return { handlers: unlinkedBrake(wrong), view: () => wrong, workChanged: () => undefined, close: nothingToClose }
}

function linkedDesk(parts: BrakeDeskParts, link: Link): BrakeDesk {
  const { clock, outbox, sheetNow, ownBrakeId } = parts
  const { uri, driver, map, mapHash } = link
  const proven = (): Commission | null => commissionOf(parts.dataFolder, { uri, mapHash, pressBrakeId: ownBrakeId() })
  let commission = proven()

  const view = (): BrakeView => {
    const state = session.state()
    const job = session.loaded()
    const programId = state.sending?.programId ?? job?.programId
    const sent = programId === undefined ? null : (outbox.programs.find(programId) ?? null)
    const sheet = job === null ? null : sheetNow(job.program.sheetId)
    const by = programId === undefined ? null : outbox.programs.operatorOf(programId)
    return brakeView({
      link: { uri, driver, map },
      commission,
      state,
      capabilities: session.capabilities(),
      job,
      sent,
      by: by === null ? null : (outbox.operators.find(by)?.initials ?? null),
      work: sheet === null ? null : outbox.work.workOf(sheet),
    })
  }
  const tellNews = newsAlone(clock, parts.tell)
  const telling = pacedTelling(clock, () => {
    try {
      tellNews(view())
    } catch (fault) {
      parts.onFault(fault)
    }
  })

  const marking = markingByItself({
    sheet: () => {
      const job = parts.set.marksByItself ? session.loaded() : null
      return job === null ? null : sheetNow(job.program.sheetId)
    },
    workOf: outbox.work.workOf,
    markBent: parts.markBent,
  })
  const session: Session = openSession({
    connect: link.connect,
    clock,
    ledger: brakeLedger({ outbox, sheetNow, ownBrakeId, link }),
    onChange: () => {
      marking.counted()
      telling.changed()
    },
    onFault: parts.onFault,
  })
  marking.counted()
  const sources = (): ProgramSources => ({
    workshop: parts.workshop(),
    programs: outbox.programs,
    corrections: outbox.corrections,
    splitOf: outbox.plans.splitOf,
    initialsOf: (operatorId) => outbox.operators.find(operatorId)?.initials ?? null,
    ownBrakeId: ownBrakeId(),
    greatestSteps: session.capabilities()?.greatestSteps ?? null,
  })

  return {
    handlers: brakeHandlers({
      session,
      outbox,
      view,
      sheetShown: parts.sheetShown,
      readAnew: parts.readAnew,
      isProven: () => {
        commission = proven()
        return commission !== null
      },
      preview: (sheet, pieceNo) => previewOf(sources(), { sheet, pieceNo, drawingVersion: sheet.drawingVersion }),
      correct: (sheet, asked) => correctBend({ ...sources(), corrections: outbox.corrections, session }, sheet, asked),
    }),
    view,
    workChanged: () => {
      marking.workChanged()
      telling.changed()
    },
    close: async () => {
      telling.end()
      await session.close()
    },
  }
}

const sameForMs = 1_000

/** Leaves out what differs from the last in nothing but its moment, for a second. */
function newsAlone(clock: Clock, tell: (view: BrakeView) => void): (view: BrakeView) => void {
  let before = ''
  let toldAt = Number.NEGATIVE_INFINITY
  return (view) => {
    const now = JSON.stringify({ ...view, now: view.now && { ...view.now, at: '' } })
    if (now === before && clock.monotonic() - toldAt < sameForMs) return
    before = now
    toldAt = clock.monotonic()
    tell(view)
  }
}
