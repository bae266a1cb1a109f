// The places of a map as one list of cells, and cells that lie side by side as one frame. What driver and simulator both go by. Pure.
import {
  mostOf,
  tableOf,
  type ReadCode,
  type ReadRequest,
  type WriteCode,
  type WriteRequest,
} from '../protocol/modbus-pdu.ts'
import { widthOf, type RegisterShape } from '../protocol/register-value.ts'
import type { ControllerMap, StepField, StepFieldName } from './map-fields.ts'
import { shapeOf } from './write-rules.ts'

/** One value's place. */
export interface Cell {
  readonly read: ReadCode
  readonly address: number
  readonly shape: RegisterShape
}

export function namedCell(name: string, map: ControllerMap): Cell | null {
  const one = map.registers[name]
  return one === undefined ? null : { read: one.read, address: one.address, shape: shapeOf(one, map) }
}

export interface StepCell extends Cell {
  readonly field: StepFieldName
  readonly declared: StepField
}

/** The cells of one step, from 1, in the order of their addresses. */
export function stepCells(stepNo: number, map: ControllerMap): readonly StepCell[] {
  if (map.program === undefined) return []
  const { first, stride, read, fields } = map.program.steps
  const cells: StepCell[] = []
  for (const [field, declared] of fieldsOf(fields)) {
    const address = first + (stepNo - 1) * stride + declared.offset
    cells.push({ read, address, shape: shapeOf(declared, map), field, declared })
  }
  return cells.toSorted((a, b) => a.address - b.address)
}

type Fields = NonNullable<ControllerMap['program']>['steps']['fields']
function* fieldsOf(fields: Fields): Generator<[StepFieldName, StepField]> {
  let field: StepFieldName
  for (field in fields) {
    const declared = fields[field]
    if (declared !== undefined) yield [field, declared]
  }
}

interface Neighbours<T> {
  readonly cells: readonly T[]
  readonly address: number
  readonly count: number
}

/** Side by side in one memory and by one function, no value torn, at most `most` addresses together. Nothing undeclared in between. */
function neighbours<T extends Cell>(cells: readonly T[], codeOf: (cell: T) => number, most: number): Neighbours<T>[] {
  const groups: { cells: T[]; address: number; count: number }[] = []
  for (const cell of cells.toSorted((a, b) => codeOf(a) - codeOf(b) || a.address - b.address)) {
    const group = groups.at(-1)
    const before = group?.cells.at(-1)
    const width = widthOf(cell.shape.type)
    const joins =
      group !== undefined &&
      before !== undefined &&
      codeOf(before) === codeOf(cell) &&
      group.address + group.count === cell.address &&
      group.count + width <= most
    if (joins) {
      group.cells.push(cell)
      group.count += width
    } else groups.push({ cells: [cell], address: cell.address, count: width })
  }
  return groups
}

/** The fewest requests that read all of the cells; a cell that is named twice is read once. */
export function readsOf(cells: readonly Cell[], map: ControllerMap): readonly ReadRequest[] {
  const once = new Map(cells.map((cell) => [`${tableOf(cell.read)} ${cell.address}`, cell]))
  return neighbours([...once.values()], ({ read }) => read, map.mostPerFrame.read).flatMap(
    ({ cells: [first], address, count }) =>
      first === undefined ? [] : [{ kind: 'read' as const, code: first.read, address, count }],
  )
}

export interface WrittenCell extends Cell {
  readonly code: WriteCode
  readonly words: readonly number[]
}

/** The fewest frames that write all of the cells, in the order of their addresses. */
export function writesOf(cells: readonly WrittenCell[], map: ControllerMap): readonly WriteRequest[] {
  const codes = [...new Set(cells.map(({ code }) => code))]
  return codes.flatMap((code) => {
    const most = code === 5 || code === 6 ? mostOf[code] : map.mostPerFrame.write
    return neighbours(
      cells.filter((cell) => cell.code === code),
      () => code,
      most,
    ).map(({ cells, address }) => ({
      kind: 'write' as const,
      code,
      address,
      words: cells.flatMap(({ words }) => words),
    }))
  })
}
