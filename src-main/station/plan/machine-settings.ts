// The times and shifts of the machines: those of this station's settings, and the later ones of other stations. The settings have only what
// this station set; what others set is read from the shared documents each time. Writes the settings through its parts.
import { isDeepStrictEqual } from 'node:util'
import { maxAheadMs, nextMoment, type FactOf } from '../../../shared/peers/index.ts'
import type { PlanSettings } from '../../../shared/station-api/index.ts'

/** A setting of a machine as a station changed it; null: the default. */
export type MachineSettingFact = Pick<FactOf<'times'>, 'kind' | 'time' | 'by' | 'machine' | 'times'> | ShiftSetting
type ShiftSetting = Pick<FactOf<'shift'>, 'kind' | 'time' | 'by' | 'machine' | 'min'>

interface MachineSettingsParts {
  /** What this station set. */
  stored: () => PlanSettings
  /** Throws CallError where no workshop is connected. */
  store: (settings: PlanSettings) => void
  /** The settings in the shared documents, the newest first. */
  shared: () => readonly MachineSettingFact[]
  /** Milliseconds since 1970. */
  now: () => number
}

type Changes = PlanSettings['timesChanges']

interface Change<Value> {
  machine: string
  momentMs: number
  value: Value | null
}

export class MachineSettings {
  readonly #parts: MachineSettingsParts

  constructor(parts: MachineSettingsParts) {
    this.#parts = parts
  }

  /** What applies now. */
  readonly current = (): PlanSettings => {
    const stored = this.#parts.stored()
    const times: Change<PlanSettings['times'][string]>[] = []
    const shifts: Change<number>[] = []
    for (const fact of this.#parts.shared()) {
      // the clock of that station is far ahead: no person could replace the setting here
      if (fact.time - this.#parts.now() > maxAheadMs) continue
      const { machine, time: momentMs } = fact
      if (fact.kind === 'times') times.push({ machine, momentMs, value: fact.times })
      else shifts.push({ machine, momentMs, value: fact.min })
    }
    return {
      ...stored,
      times: withLater(stored.times, stored.timesChanges, times),
      shiftMin: withLater(stored.shiftMin, stored.shiftChanges, shifts),
    }
  }

  /** Null: the default. */
  setTimes(machine: string, times: PlanSettings['times'][string] | null, by: string | null): void {
    if (isDeepStrictEqual(this.current().times[machine] ?? null, times)) return
    const stored = this.#parts.stored()
    const timesChanges = { ...stored.timesChanges, [machine]: this.#change(by) }
    this.#parts.store({ ...stored, times: withKey(stored.times, machine, times), timesChanges })
  }

  /** Null: the default. */
  setShift(machine: string, minutes: number | null, by: string | null): void {
    if ((this.current().shiftMin[machine] ?? null) === minutes) return
    const stored = this.#parts.stored()
    const shiftChanges = { ...stored.shiftChanges, [machine]: this.#change(by) }
    this.#parts.store({ ...stored, shiftMin: withKey(stored.shiftMin, machine, minutes), shiftChanges })
  }

  setLap(lapMm: number): void {
    this.#parts.store({ ...this.#parts.stored(), lapMm })
  }

  /** What this station set, for the others. A setting from before changes had times is the oldest. */
  readonly shareable = (): MachineSettingFact[] => {
    const { times, timesChanges, shiftMin, shiftChanges } = this.#parts.stored()
    return [
      ...machinesIn(times, timesChanges).map((machine): MachineSettingFact => {
        return { kind: 'times', ...aboutChange(timesChanges, machine), times: times[machine] ?? null }
      }),
      ...machinesIn(shiftMin, shiftChanges).map((machine): MachineSettingFact => {
        return { kind: 'shift', ...aboutChange(shiftChanges, machine), min: shiftMin[machine] ?? null }
      }),
    ]
  }

  /** After all changes that this station made or knows. */
  #change(by: string | null): Changes[string] {
    const { stored, shared, now } = this.#parts
    const { timesChanges, shiftChanges } = stored()
    const ownMoments = [...Object.values(timesChanges), ...Object.values(shiftChanges)].map(
      ({ changedAtMs }) => changedAtMs,
    )
    const moments = [...ownMoments, ...shared().map(({ time }) => time)]
    return { changedAtMs: moments.reduce(nextMoment, now()), by }
  }
}

const machinesIn = (values: Readonly<Record<string, unknown>>, changes: Changes): string[] => [
  ...new Set([...Object.keys(values), ...Object.keys(changes)]),
]

function aboutChange(changes: Changes, machine: string): Pick<MachineSettingFact, 'machine' | 'time' | 'by'> {
  const { changedAtMs: time, by } = changes[machine] ?? { changedAtMs: 0, by: null }
  return { machine, time, ...(by === null ? {} : { by }) }
}

/** `changes`: the newest first. If two settings have no time, every station uses the same one. */
function withLater<Value>(
  ownValues: Readonly<Record<string, Value>>,
  ownChanges: Changes,
  changes: readonly Change<Value>[],
): Record<string, Value> {
  const merged = { ...ownValues }
  const settled = new Set<string>()
  for (const { machine, momentMs, value } of changes) {
    if (settled.has(machine)) continue
    settled.add(machine)
    const ownMs = ownChanges[machine]?.changedAtMs ?? 0
    if (momentMs < ownMs) continue
    if (value === null) delete merged[machine]
    else merged[machine] = value
  }
  return merged
}

function withKey<T>(record: Readonly<Record<string, T>>, key: string, value: T | null): Record<string, T> {
  const { [key]: _, ...others } = record
  return value === null ? others : { ...others, [key]: value }
}
