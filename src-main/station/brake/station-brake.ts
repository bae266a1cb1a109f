// The station's press brake: the session over its connection, its view and its calls. Opens the connection.
import { noBrake, type BrakeView } from '../../../shared/station-api/index.ts'
import { openSession, type Link, type Session } from '../../brake/index.ts'
import type { Ledger, Sheet } from '../../ledger/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { ThrottledChanges } from '../../platform/throttled-changes.ts'
import { AutomaticMark } from '../marks/index.ts'
import type { Settings } from '../settings/index.ts'
import { commissionOf, type Commission } from './brake-commissions.ts'
import { correctBend } from './brake-corrections.ts'
import { correctGauge } from './gauge-corrections.ts'
import { brakeHandlers, storageErrorAsCallError, unlinkedBrake, type BrakeHandlers } from './brake-handlers.ts'
import { brakeLedger } from './brake-ledger.ts'
import { namedLink, type BrakeLinkPlace } from './brake-link.ts'
import { previewOf } from './brake-program.ts'
import { brakeView } from './brake-view.ts'
import { programSources, type SourceParts } from './program-sources.ts'

export interface StationBrakeParts extends BrakeLinkPlace, SourceParts {
  readonly ownBrakeId: () => string | null
  readonly set: Pick<Settings, 'brake' | 'marksByItself'>
  readonly clock: Clock
  readonly ledger: Pick<
    Ledger,
    'programs' | 'corrections' | 'gaugeCorrections' | 'plans' | 'counting' | 'work' | 'operators'
  >
  /** Throws CallError if the sheet is not stored, or if its drawing is not the one on the screen. */
  readonly sheetAsShown: (sheetId: string, drawingVersion: number) => Sheet
  readonly sheetNow: (sheetId: string) => Sheet | null
  /** Reads the sheet from the service; resolves when it is stored, or the service cannot be reached. */
  readonly refreshSheet: (sheetId: string) => Promise<void>
  /** Resolves with whether the sheet is now marked; never rejects. */
  readonly markBent: (sheet: Sheet) => Promise<boolean>
  readonly notify: (view: BrakeView) => void
  readonly onError: (error: unknown) => void
}

export interface StationBrake {
  readonly handlers: BrakeHandlers
  readonly view: () => BrakeView
  /** Counts, marks or sheets have changed. */
  readonly handleWorkChange: () => void
  readonly close: () => Promise<void>
}

/** A connection with a wrong address or controller file is not opened: the view shows the fault, and `onError` gets its message. */
export function openStationBrake(parts: StationBrakeParts): StationBrake {
  const { set, clock } = parts
  if (set.brake === null) return unconnectedBrake(noBrake)
  const named = namedLink(parts, set.brake, clock)
  if (named.ok) return new LinkedBrake(parts, named.value)
  parts.onError(named.error.message)
  return unconnectedBrake({
    ...noBrake,
    link: { uri: set.brake.uri, driver: '', map: set.brake.map, commissioned: null },
    fault: {
      code: named.error.wrong.length === 0 ? 'link_wrong' : 'map_wrong',
      message: named.error.message,
      address: null,
      occurredAt: new Date(clock.now()).toISOString(),
    },
  })
}

const unconnectedBrake = (view: BrakeView): StationBrake => ({
  handlers: unlinkedBrake(view),
  view: () => view,
  handleWorkChange: () => undefined,
  close: async () => undefined,
})

class LinkedBrake implements StationBrake {
  readonly handlers: BrakeHandlers
  readonly #parts: StationBrakeParts
  readonly #link: Link
  readonly #session: Session
  readonly #automaticMark: AutomaticMark
  readonly #viewChanges: ThrottledChanges
  #commission: Commission | null

  constructor(parts: StationBrakeParts, link: Link) {
    this.#parts = parts
    this.#link = link
    this.#commission = this.#readCommission()
    const notifyIfChanged = skipRepeats(parts.clock, parts.notify)
    this.#viewChanges = new ThrottledChanges(parts.clock, () => {
      try {
        notifyIfChanged(this.view())
      } catch (error) {
        parts.onError(error)
      }
    })
    this.#automaticMark = new AutomaticMark({
      sheet: () => (parts.set.marksByItself ? this.#loadedSheet() : null),
      workOf: (sheet) => parts.ledger.work.workOf(sheet),
      markBent: parts.markBent,
    })
    this.#session = this.#openSession()
    this.#automaticMark.handleBrakeChange()
    this.handlers = this.#createHandlers()
  }

  readonly view = (): BrakeView => {
    const { ledger } = this.#parts
    const { uri, driver, map } = this.#link
    const state = this.#session.state()
    const job = this.#session.loaded()
    const programId = state.sending?.programId ?? job?.programId
    const sent = programId === undefined ? null : (ledger.programs.find(programId) ?? null)
    const sheet = this.#loadedSheet()
    const operatorId = programId === undefined ? null : ledger.programs.operatorOf(programId)
    return brakeView({
      link: { uri, driver, map },
      commission: this.#commission,
      state,
      capabilities: this.#session.capabilities(),
      job,
      sent,
      by: operatorId === null ? null : this.#initialsOf(operatorId),
      work: sheet === null ? null : ledger.work.workOf(sheet),
    })
  }

  readonly handleWorkChange = (): void => {
    this.#automaticMark.handleWorkChange()
    this.#viewChanges.notifySoon()
  }

  readonly close = async (): Promise<void> => {
    this.#viewChanges.stop()
    await this.#session.close()
  }

  #openSession(): Session {
    const { clock, ledger, sheetNow, ownBrakeId, onError } = this.#parts
    return openSession({
      connect: this.#link.connect,
      clock,
      ledger: brakeLedger({ ledger, sheetNow, ownBrakeId, link: this.#link }),
      onChange: () => {
        this.#automaticMark.handleBrakeChange()
        this.#viewChanges.notifySoon()
      },
      onError,
    })
  }

  #createHandlers(): BrakeHandlers {
    const { ledger, sheetAsShown, refreshSheet } = this.#parts
    const session = this.#session
    const needsConfirmation = (): boolean => this.view().loaded?.needsConfirmation !== false
    const sourcesOf = (sheet: Sheet) => programSources(this.#parts, this.#link.capabilities, sheet)
    return brakeHandlers({
      session,
      ledger,
      view: this.view,
      sheetAsShown,
      refreshSheet,
      isProven: () => {
        this.#commission = this.#readCommission()
        return this.#commission !== null
      },
      preview: async (sheet, pieceNo) =>
        previewOf(await sourcesOf(sheet), { sheet, pieceNo, drawingVersion: sheet.drawingVersion }),
      correct: async (sheet, request) => {
        const sources = await sourcesOf(sheet)
        storageErrorAsCallError(() =>
          correctBend({ ...sources, corrections: ledger.corrections, session, needsConfirmation }, sheet, request),
        )
      },
      correctGauge: async (sheet, request) => {
        const sources = await sourcesOf(sheet)
        storageErrorAsCallError(() =>
          correctGauge(
            { ...sources, gaugeCorrections: ledger.gaugeCorrections, session, needsConfirmation },
            sheet,
            request,
          ),
        )
      },
    })
  }

  #readCommission(): Commission | null {
    const { dataFolder, ownBrakeId } = this.#parts
    const { uri, mapHash } = this.#link
    return commissionOf(dataFolder, { uri, mapHash, pressBrakeId: ownBrakeId() })
  }

  #loadedSheet(): Sheet | null {
    const job = this.#session.loaded()
    return job === null ? null : this.#parts.sheetNow(job.program.sheetId)
  }

  #initialsOf(operatorId: string): string | null {
    return this.#parts.ledger.operators.find(operatorId)?.initials ?? null
  }
}

const repeatAfterMs = 1_000

/** Leaves out a view that differs from the last one only in its time, for one second. */
function skipRepeats(clock: Clock, notify: (view: BrakeView) => void): (view: BrakeView) => void {
  let lastContent = ''
  let notifiedAtMs = Number.NEGATIVE_INFINITY
  return (view) => {
    const content = JSON.stringify({ ...view, readings: view.readings && { ...view.readings, readAt: '' } })
    if (content === lastContent && clock.monotonic() - notifiedAtMs < repeatAfterMs) return
    lastContent = content
    notifiedAtMs = clock.monotonic()
    notify(view)
  }
}
