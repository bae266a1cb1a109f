// The groups of a DXF text, each a code and a value with its line: header variables and the entities of the ENTITIES section. Pure.
import { failed, ok } from '../../base/result.ts'
import type { Result } from '../../base/result.ts'

interface DxfGroup {
  readonly code: number
  readonly value: string
}

/** An entity, or one of the vertices that follow a POLYLINE. */
export interface DxfEntity {
  readonly kind: string
  /** The line of its first group, counted from 1. */
  readonly line: number
  readonly layer: string
  readonly groups: readonly DxfGroup[]
}

export interface DxfText {
  /** $INSUNITS; 0: no unit. */
  readonly unitCode: number
  readonly entities: readonly DxfEntity[]
}

/** The error is the line, from 1, at which the text is not a DXF. */
export function readDxfGroups(text: string): Result<DxfText, number> {
  const lines = text.split(/\r\n|\r|\n/)
  let unitCode = 0
  let section = ''
  let variable = ''
  let sections = 0
  const entities: { kind: string; line: number; layer: string; groups: DxfGroup[] }[] = []
  for (let lineIndex = 0; lineIndex + 1 < lines.length; lineIndex += 2) {
    const code = Number(lines[lineIndex]?.trim())
    const value = lines[lineIndex + 1]?.trim() ?? ''
    // a binary DXF and any other file has no number where a code belongs
    if (lines[lineIndex]?.trim() === '' || !Number.isInteger(code)) {
      if (lineIndex > 0 && lines.slice(lineIndex).every((line) => line.trim() === '')) break
      return failed(lineIndex + 1)
    }
    if (code === 0 && value === 'EOF') break
    if (code === 0 && value === 'SECTION') {
      section = ''
      sections += 1
    } else if (code === 2 && section === '') section = value
    else if (code === 0 && value === 'ENDSEC') section = 'none'
    else if (section === 'HEADER' && code === 9) variable = value
    else if (section === 'HEADER' && variable === '$INSUNITS' && code === 70) unitCode = Number(value)
    else if (section === 'ENTITIES' && code === 0)
      entities.push({ kind: value, line: lineIndex + 1, layer: '0', groups: [] })
    else if (section === 'ENTITIES') {
      const entity = entities.at(-1)
      if (code === 8 && entity !== undefined) entity.layer = value
      entity?.groups.push({ code, value })
    }
  }
  return sections === 0 ? failed(1) : ok({ unitCode, entities })
}

/** The number of the first group of a code; the usual one where there is none. NaN where the text is not a number. */
export function numberOf({ groups }: DxfEntity, code: number, usual = 0): number {
  const group = groups.find((one) => one.code === code)
  return group === undefined ? usual : Number(group.value)
}
