// What a map's state registers must read so that it says what the machine does. Pure.
import type { ControllerMap } from '../maps/map-fields.ts'
import { fromWords, limitsOf, toWords } from '../protocol/register-value.ts'
import { shapeOf } from '../maps/write-rules.ts'
import type { MachineState } from './machine.ts'

type Condition = ControllerMap['safe']

const says = (condition: Condition, raw: number): boolean =>
  condition !== undefined &&
  condition.values.includes(condition.mask === undefined ? raw : (raw & condition.mask) >>> 0)

/**
 * The words of a state register in a state of the machine: idle reads as safe and not running, running as running and not safe, alarm
 * as neither. Where the map leaves no value for that, the first that is at least not safe.
 */
export function stateRegisterWords(name: string, state: MachineState, map: ControllerMap): readonly number[] {
  const declared = map.registers[name]
  if (declared === undefined) return []
  const shape = shapeOf(declared, map)
  const { least, greatest } = limitsOf[declared.type]
  const safe = map.safe?.register === name ? map.safe : undefined
  const running = map.running?.register === name ? map.running : undefined
  const named = [...(safe?.values ?? []), ...(running?.values ?? [])]
  const both = named.flatMap((one) => named.map((other) => (one | other) >>> 0))
  const tried = [...named, ...both, ...Array.from({ length: 256 }, (_, raw) => raw)].filter(
    (raw) => raw >= Math.max(least, declared.least) && raw <= Math.min(greatest, declared.greatest),
  )
  const fits = (raw: number): boolean =>
    (safe === undefined || says(safe, raw) === (state === 'idle')) &&
    (running === undefined || says(running, raw) === (state === 'running'))
  const found = tried.find(fits) ?? tried.find((raw) => state === 'idle' || !says(safe, raw)) ?? 0
  return toWords(found, shape)
}

/** Whether the words of the state registers say that it is safe, by the map alone. */
export const wordsSaySafe = (words: readonly number[], map: ControllerMap): boolean => {
  const declared = map.safe && map.registers[map.safe.register]
  return declared !== undefined && says(map.safe, fromWords(words, shapeOf(declared, map)))
}
