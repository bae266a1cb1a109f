// Plans the sheets of a day ahead, in the order of the day's plan: each at the machine that it is assigned to, then at the other machines.
// Reads the stores that it is given; a change of the day, of a sheet or of the workshop's files replaces what is still to be planned.
import { setImmediate } from 'node:timers/promises'
import { machineKeyOf, type PlannedSheet, type WorkshopView } from '../../../shared/station-api/index.ts'
import type { Sheet } from '../../ledger/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { maxStoredPlans, type BendPlans } from './bend-plans.ts'
import { chosenRequest, type SheetChoices } from './chosen-request.ts'
import type { KeyedPlanRequest } from './plan-request.ts'

export interface DayAheadParts {
  readonly plans: BendPlans
  /** The sheets of today in the planner's order. */
  readonly sheetsOfDay: () => readonly Pick<PlannedSheet, 'sheetId' | 'machine'>[]
  /** Null: not stored, or malformed. */
  readonly sheetNow: (sheetId: string) => Sheet | null
  readonly workshop: () => Pick<WorkshopView, 'machines' | 'tools' | 'materials' | 'hemForces'>
  readonly choices: SheetChoices
  readonly wait: Clock['wait']
  readonly onError: (error: unknown) => void
}

/** A station that starts or reads a day has more urgent work for this long, ms. */
const delayMs = 10_000
/** Requests of one tick of the event loop. */
const sheetsPerTick = 8

export class DayAhead {
  readonly #parts: DayAheadParts
  readonly #closing = new AbortController()
  #isScheduled = false

  constructor(parts: DayAheadParts) {
    this.#parts = parts
  }

  /** Plans the day after a short delay. Calls until then count as one. */
  readonly schedule = (): void => {
    if (this.#isScheduled || this.#closing.signal.aborted) return
    this.#isScheduled = true
    void this.#plan().catch(this.#parts.onError)
  }

  /** Nothing reads the stores after that. */
  close(): void {
    this.#closing.abort()
  }

  async #plan(): Promise<void> {
    const { plans, sheetsOfDay, sheetNow, workshop, choices, wait } = this.#parts
    const { signal } = this.#closing
    await wait(delayMs, signal)
    this.#isScheduled = false
    if (signal.aborted) return
    const workshopNow = workshop()
    const assigned: KeyedPlanRequest[] = []
    const others: KeyedPlanRequest[] = []
    for (const [index, { sheetId, machine }] of sheetsOfDay().entries()) {
      if (index % sheetsPerTick === sheetsPerTick - 1)
        // oxlint-disable-next-line no-await-in-loop
        await setImmediate()
      if (signal.aborted) return
      const sheet = sheetNow(sheetId)
      if (sheet === null) continue
      for (const view of workshopNow.machines) {
        const planRequest = chosenRequest(sheet, view, workshopNow, choices)
        if (planRequest.ok) (machineKeyOf(view) === machine ? assigned : others).push(planRequest.value)
      }
    }
    // more would replace the answers that were planned first
    plans.planAhead([...assigned, ...others].slice(0, maxStoredPlans))
  }
}
