// Every view of a sheet in the frames that screen and paper make for it, and what is wrong with each, named by the sheet's id.
import { isTapered } from '../../../shared/bending/index.ts'
import { englishWords, norwegianWords, profileScene, unfoldingScene } from '../../../shared/drawing/index.ts'
import type { DrawnSheet, Frame } from '../../../shared/drawing/index.ts'
import { layoutFaults, untoldByProfile, untoldByUnfolding } from './scene-faults.ts'

/** mm of paper: the printed page alone, with one drawing beside another, and three hands; windows of 1024 to 1920 pixels. */
export const frames: readonly Frame[] = [
  { widthMm: 186, heightMm: 84 },
  { widthMm: 186, heightMm: 58 },
  { widthMm: 91, heightMm: 90 },
  { widthMm: 91, heightMm: 58 },
  { widthMm: 59.3, heightMm: 60 },
  { widthMm: 118, heightMm: 35 },
  { widthMm: 169, heightMm: 52 },
  { widthMm: 188, heightMm: 73 },
  { widthMm: 240, heightMm: 85 },
]

/** In one frame: the unfolding of one piece of each hand, and the profile at its ends, in the language asked for. */
export function viewFaults(sheet: DrawnSheet, frame: Frame, language: 'nb' | 'en'): string[] {
  const words = language === 'nb' ? norwegianWords : englishWords
  const named = (view: string, faults: readonly string[]) =>
    faults.map((fault) => `${sheet.id}, ${view}, ${frame.widthMm} × ${frame.heightMm} mm, ${language}: ${fault}`)
  const hands = new Map(sheet.pieces.map((piece) => [piece.hand, piece]))
  const shown = hands.size === 0 ? [undefined] : [...hands.values()]
  const unfoldings = shown.flatMap((piece) => {
    const view = piece === undefined ? 'unfolding' : `unfolding of piece ${piece.pieceNo}`
    const scene = unfoldingScene(sheet, { piece, frame, words })
    if (!scene.ok) return named(view, [scene.refusal.message])
    return named(view, [...layoutFaults(scene.value, frame), ...untoldByUnfolding(scene.value, sheet, piece, words)])
  })
  const ends = isTapered(sheet.profile) ? (['start', 'end'] as const) : (['start'] as const)
  const profiles = ends.flatMap((end) => {
    const scene = profileScene(sheet, { end, frame, words })
    if (!scene.ok) return named(`profile at its ${end}`, [scene.refusal.message])
    const faults = [...layoutFaults(scene.value, frame), ...untoldByProfile(scene.value, sheet, end, words)]
    return named(`profile at its ${end}`, faults)
  })
  return [...unfoldings, ...profiles]
}
