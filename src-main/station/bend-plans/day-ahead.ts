// Plans the sheets of a day ahead, in the order of the day's plan, each at the machine that it is assigned to. Reads the stores that it is
// given; a change of the day, of a sheet or of the workshop's files replaces what is still to be planned.
import { setImmediate as turn } from 'node:timers/promises'
import type { MachineView, PlannedSheet, WorkshopView } from '../../../shared/station-api/index.ts'
import type { Plans, Sheet } from '../../ledger/index.ts'
import { drawingHash } from '../../platform/drawing-hash.ts'
import type { BendPlans } from './bend-plans.ts'
import { planRequestOf, type KeyedPlanRequest } from './plan-request.ts'

export interface DayAheadParts {
  readonly plans: BendPlans
  /** The sheets of today in the planner's order. */
  readonly sheetsOfDay: () => readonly PlannedSheet[]
  /** Null: not stored, or malformed. */
  readonly sheetNow: (sheetId: string) => Sheet | null
  readonly workshop: () => WorkshopView
  readonly keyOf: (machine: MachineView) => string
  readonly splitOf: Plans['splitOf']
  readonly onError: (error: unknown) => void
}

/** Requests of one turn of the event loop. */
const sheetsPerTurn = 8

export class DayAhead {
  readonly #parts: DayAheadParts
  #isScheduled = false
  #isClosed = false

  constructor(parts: DayAheadParts) {
    this.#parts = parts
  }

  /** Plans the day soon. Calls until then are one. */
  readonly schedule = (): void => {
    if (this.#isScheduled || this.#isClosed) return
    this.#isScheduled = true
    void this.#plan().catch(this.#parts.onError)
  }

  /** Nothing reads the stores after that. */
  close(): void {
    this.#isClosed = true
  }

  async #plan(): Promise<void> {
    await turn()
    this.#isScheduled = false
    if (this.#isClosed) return
    const { plans, sheetsOfDay, sheetNow, workshop, keyOf, splitOf } = this.#parts
    const workshopNow = workshop()
    const requests: KeyedPlanRequest[] = []
    for (const [index, { sheetId, machine }] of sheetsOfDay().entries()) {
      if (index % sheetsPerTurn === sheetsPerTurn - 1)
        // oxlint-disable-next-line no-await-in-loop
        await turn()
      if (this.#isClosed) return
      const view = workshopNow.machines.find((one) => keyOf(one) === machine)
      const sheet = view === undefined ? null : sheetNow(sheetId)
      if (sheet === null) continue
      const asked = planRequestOf(sheet, view?.machine ?? null, workshopNow, splitOf(sheetId, drawingHash(sheet)))
      if (asked.ok) requests.push(asked.value)
    }
    plans.planAhead(requests)
  }
}
