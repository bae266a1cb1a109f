// The texts of a row of the list and of its heading. Pure.
import { sheetColour } from '../../../shared/colours/index.ts'
import type { Texts } from '../../language/texts.ts'
import type { RowTime } from '../times/index.ts'
import type { Lot } from '../arranging/index.ts'

/** The sheet metal: `main` 'RR23 mørk grå · 0,6' or 'Aluminium · 1,0', and `material` where a paint has the first place. */
export function metalText(
  { named, thickness, language }: Pick<Texts, 'named' | 'thickness' | 'language'>,
  { material, colour, thicknessMm }: Pick<Lot, 'material' | 'colour' | 'thicknessMm'>,
): { main: string; material: string | null } {
  const { kind, name } = sheetColour({ material, colour })
  const isNamed = kind !== 'metal' && name[language] !== ''
  const materialName = named('material', material)
  return {
    main: `${isNamed ? name[language] : materialName}\u00a0· ${thickness(thicknessMm)}`,
    material: isNamed ? materialName.toLocaleLowerCase() : null,
  }
}

/** 'change sheet and tool to V8 · 16 min'; null: nothing is to be changed. */
export function changeText({ t }: Pick<Texts, 't'>, { changes, changeMin, tool }: RowTime): string | null {
  if (changes.length === 0) return null
  const isOtherTool = changes.includes('tool')
  const isOtherMetal = changes.length > Number(isOtherTool)
  const what = isOtherTool && isOtherMetal ? 'both' : isOtherTool ? 'tool' : 'metal'
  const isNamed = isOtherTool && tool !== null && /^V\d/u.test(tool)
  const change = isNamed && what !== 'metal' ? t(`list.change.${what}_to`, { tool }) : t(`list.change.${what}`)
  return `${change} · ${t('list.minutes', { min: Math.round(changeMin) })}`
}

/** '09:25', in local time; null: not on the day of `nowMs`. */
export function clockText(endMs: number, nowMs: number): string | null {
  const end = new Date(endMs)
  if (end.toDateString() !== new Date(nowMs).toDateString()) return null
  return `${String(end.getHours()).padStart(2, '0')}:${String(end.getMinutes()).padStart(2, '0')}`
}
