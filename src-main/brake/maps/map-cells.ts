// Converts a map into cells, and adjacent cells into as few frames as possible. Shared by the driver and the simulator. Pure.
import { maxCount, tableOf, widthOf } from '../protocol/index.ts'
import type { ReadCode, ReadRequest, RegisterShape, WriteCode, WriteRequest } from '../protocol/index.ts'
import type { ControllerMap, StepField, StepFieldName } from './map-fields.ts'
import { shapeOf } from './write-rules.ts'

/** The place of one value. */
export interface Cell {
  readonly read: ReadCode
  readonly address: number
  readonly shape: RegisterShape
}

/** Null: the map has no register of this name. */
export function namedCell(name: string, map: ControllerMap): Cell | null {
  const declared = map.registers[name]
  if (declared === undefined) return null
  return { read: declared.read, address: declared.address, shape: shapeOf(declared, map) }
}

export interface StepCell extends Cell {
  readonly field: StepFieldName
  readonly declared: StepField
}

/** The cells of one step in the order of their addresses. Steps are numbered from 1. */
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

interface AdjacentCells<T> {
  readonly cells: readonly T[]
  readonly address: number
  readonly count: number
}

/** Groups cells with the same function code and adjacent addresses. A group has at most `maxWidth` addresses and only whole values. */
function groupAdjacent<T extends Cell>(
  cells: readonly T[],
  codeOf: (cell: T) => number,
  maxWidth: number,
): AdjacentCells<T>[] {
  const groups: { cells: T[]; address: number; count: number }[] = []
  for (const cell of cells.toSorted((a, b) => codeOf(a) - codeOf(b) || a.address - b.address)) {
    const group = groups.at(-1)
    const last = group?.cells.at(-1)
    const width = widthOf(cell.shape.type)
    const isAdjacent =
      group !== undefined &&
      last !== undefined &&
      codeOf(last) === codeOf(cell) &&
      group.address + group.count === cell.address &&
      group.count + width <= maxWidth
    if (isAdjacent) {
      group.cells.push(cell)
      group.count += width
    } else groups.push({ cells: [cell], address: cell.address, count: width })
  }
  return groups
}

/** The fewest requests that read all the cells. A cell that occurs twice is read once. */
export function readsOf(cells: readonly Cell[], map: ControllerMap): readonly ReadRequest[] {
  const unique = new Map(cells.map((cell) => [`${tableOf(cell.read)} ${cell.address}`, cell]))
  return groupAdjacent([...unique.values()], ({ read }) => read, map.mostPerFrame.read).flatMap(
    ({ cells: [first], address, count }) =>
      first === undefined ? [] : [{ kind: 'read' as const, code: first.read, address, count }],
  )
}

export interface WrittenCell extends Cell {
  readonly code: WriteCode
  readonly words: readonly number[]
}

/** The fewest frames that write all the cells, in the order of their addresses. */
export function writesOf(cells: readonly WrittenCell[], map: ControllerMap): readonly WriteRequest[] {
  const codes = [...new Set(cells.map(({ code }) => code))]
  return codes.flatMap((code) => {
    const maxWidth = code === 5 || code === 6 ? maxCount[code] : map.mostPerFrame.write
    return groupAdjacent(
      cells.filter((cell) => cell.code === code),
      () => code,
      maxWidth,
    ).map(({ cells, address }) => ({
      kind: 'write' as const,
      code,
      address,
      words: cells.flatMap(({ words }) => words),
    }))
  })
}
