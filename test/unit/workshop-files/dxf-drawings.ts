// DXF texts of tools, written group by group.
type Group = readonly [code: number, value: number | string]

export function dxfText(entities: readonly (readonly Group[])[], header: readonly Group[] = []): string {
  const groups: Group[] = [
    [0, 'SECTION'],
    [2, 'HEADER'],
    ...header,
    [0, 'ENDSEC'],
    [0, 'SECTION'],
    [2, 'ENTITIES'],
    ...entities.flat(),
    [0, 'ENDSEC'],
    [0, 'EOF'],
  ]
  return `${groups.map(([code, value]) => `${code}\n${value}`).join('\n')}\n`
}

export const millimetres: Group[] = [
  [9, '$INSUNITS'],
  [70, 4],
]

export const line = (fromX: number, fromY: number, toX: number, toY: number, layer = '0'): Group[] => [
  [0, 'LINE'],
  [8, layer],
  [10, fromX],
  [20, fromY],
  [11, toX],
  [21, toY],
]

export const arc = (x: number, y: number, radius: number, startDeg: number, endDeg: number): Group[] => [
  [0, 'ARC'],
  [8, '0'],
  [10, x],
  [20, y],
  [40, radius],
  [50, startDeg],
  [51, endDeg],
]

export const circle = (x: number, y: number, radius: number, layer = '0'): Group[] => [
  [0, 'CIRCLE'],
  [8, layer],
  [10, x],
  [20, y],
  [40, radius],
]

export const polyline = (vertices: readonly (readonly [x: number, y: number, bulge?: number])[]): Group[] => [
  [0, 'LWPOLYLINE'],
  [8, '0'],
  [90, vertices.length],
  [70, 1],
  ...vertices.flatMap(([x, y, bulge = 0]): Group[] => [
    [10, x],
    [20, y],
    [42, bulge],
  ]),
]

/** A punch of 90° with a tip radius of 1 and a height of 90, its tip at 200/50: lines in any direction, and an arc. */
export function punchEntities(): Group[][] {
  const flat = Math.SQRT1_2
  const [x, y] = [200, 50]
  // the arc ends where the flanks of 45° begin
  const [endX, endY] = [flat, 1 - flat]
  const bodyY = endY + 10 - endX
  return [
    arc(x, y + 1, 1, 225, 315),
    line(x + 10, y + bodyY, x + endX, y + endY),
    line(x + 10, y + bodyY, x + 10, y + 90),
    line(x - 10, y + 90, x + 10, y + 90),
    line(x - 10, y + 90, x - 10, y + bodyY),
    line(x - endX, y + endY, x - 10, y + bodyY),
  ]
}
