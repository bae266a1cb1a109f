// The values of a map's state registers for each state of the machine. Pure.
import { shapeOf } from '../maps/index.ts'
import type { ControllerMap } from '../maps/index.ts'
import { fromWords, limitsOf, toWords } from '../protocol/index.ts'
import type { MachineState } from './machine.ts'

type Condition = ControllerMap['safe']

const isMet = (condition: Condition, raw: number): boolean =>
  condition !== undefined &&
  condition.values.includes(condition.mask === undefined ? raw : (raw & condition.mask) >>> 0)

/**
 * The words of a state register: 'idle' is safe and not running, 'running' is running and not safe, 'alarm' is neither. If the map has no
 * such value, the first value that is at least not safe.
 */
export function stateRegisterWords(name: string, state: MachineState, map: ControllerMap): readonly number[] {
  const declared = map.registers[name]
  if (declared === undefined) return []
  const shape = shapeOf(declared, map)
  const { least, greatest } = limitsOf[declared.type]
  const safe = map.safe?.register === name ? map.safe : undefined
  const running = map.running?.register === name ? map.running : undefined
  const listed = [...(safe?.values ?? []), ...(running?.values ?? [])]
  const combined = listed.flatMap((one) => listed.map((other) => (one | other) >>> 0))
  const candidates = [...listed, ...combined, ...Array.from({ length: 256 }, (_, raw) => raw)].filter(
    (raw) => raw >= Math.max(least, declared.least) && raw <= Math.min(greatest, declared.greatest),
  )
  const fits = (raw: number): boolean =>
    (safe === undefined || isMet(safe, raw) === (state === 'idle')) &&
    (running === undefined || isMet(running, raw) === (state === 'running'))
  const value = candidates.find(fits) ?? candidates.find((raw) => state === 'idle' || !isMet(safe, raw)) ?? 0
  return toWords(value, shape)
}

/** Whether the words of the state register are those of the safe state. */
export const areSafeWords = (words: readonly number[], map: ControllerMap): boolean => {
  const declared = map.safe && map.registers[map.safe.register]
  return declared !== undefined && isMet(map.safe, fromWords(words, shapeOf(declared, map)))
}
