// What a map lets through to the wire, as the guard knows it: every place with its range, and the states that say when. Pure.
import type { RegisterShape } from '../protocol/register-value.ts'
import type { Condition, Writable, WriteRules } from '../protocol/write-guard.ts'
import type { ControllerMap } from './map-fields.ts'
import { rawRange, type Register } from './register.ts'

/** A value's shape, with the map's word order where it has none of its own. */
export const shapeOf = (
  { type, wordOrder }: Pick<Register, 'type' | 'wordOrder'>,
  map: Pick<ControllerMap, 'wordOrder'>,
): RegisterShape => ({ type, wordOrder: wordOrder ?? map.wordOrder })

function conditionOf(declared: ControllerMap['safe'], map: ControllerMap): Condition | null {
  const one = declared && map.registers[declared.register]
  if (declared === undefined || one === undefined) return null
  return {
    code: one.read,
    address: one.address,
    shape: shapeOf(one, map),
    mask: declared.mask ?? null,
    values: declared.values,
  }
}

function stepPlaces(map: ControllerMap): Writable[] {
  if (map.program === undefined) return []
  const { first, stride, room, write, fields } = map.program.steps
  return Array.from({ length: room }, (_, step) =>
    Object.values(fields).map((field) => ({
      code: write,
      address: first + step * stride + field.offset,
      shape: shapeOf(field, map),
      ...rawRange(field),
      alone: false,
    })),
  ).flat()
}

/** Of a map that was read without a fault. Where it declares no safe state, nothing may be written. */
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
      ...stepPlaces(map),
    ],
  }
}
