// Converts a map into the rules of the write guard: every writable register with its range, and the conditions for a write. Pure.
import type { Condition, RegisterShape, Writable, WriteRules } from '../protocol/index.ts'
import type { ControllerMap } from './map-fields.ts'
import { rawRange, type Register } from './register.ts'

/** The shape of a value. Its word order is its own, otherwise the map's. */
export const shapeOf = (
  { type, wordOrder }: Pick<Register, 'type' | 'wordOrder'>,
  map: Pick<ControllerMap, 'wordOrder'>,
): RegisterShape => ({ type, wordOrder: wordOrder ?? map.wordOrder })

function conditionOf(declared: ControllerMap['safe'], map: ControllerMap): Condition | null {
  const register = declared && map.registers[declared.register]
  if (declared === undefined || register === undefined) return null
  return {
    code: register.read,
    address: register.address,
    shape: shapeOf(register, map),
    mask: declared.mask ?? null,
    values: declared.values,
  }
}

function writableSteps(map: ControllerMap): Writable[] {
  if (map.program === undefined) return []
  const { first, stride, room, write, fields } = map.program.steps
  return Array.from({ length: room }, (_, step) =>
    Object.values(fields).map((field) => ({
      code: write,
      address: first + step * stride + field.offset,
      shape: shapeOf(field, map),
      ...rawRange(field),
      ...(field.flatten === undefined ? {} : { also: rawRange({ ...field, ...field.flatten }) }),
      alone: false,
    })),
  ).flat()
}

/** `map` must be valid. If it declares no safe state, nothing may be written. */
export function writeRules(map: ControllerMap): WriteRules {
  const { unit, registers, trigger, program } = map
  const count = program && registers[program.stepCount]
  const load = trigger && registers[trigger.register]
  return {
    unit,
    safe: conditionOf(map.safe, map),
    running: conditionOf(map.running, map),
    writable: [
      ...(count?.write === undefined || program === undefined
        ? []
        : [
            {
              code: count.write,
              address: count.address,
              shape: shapeOf(count, map),
              least: Math.max(1, rawRange(count).least),
              greatest: program.steps.room,
              alone: false,
            },
          ]),
      ...(load?.write === undefined || trigger === undefined
        ? []
        : [
            {
              code: load.write,
              address: load.address,
              shape: shapeOf(load, map),
              least: trigger.value,
              greatest: trigger.value,
              alone: true,
            },
          ]),
      ...writableSteps(map),
    ],
  }
}
