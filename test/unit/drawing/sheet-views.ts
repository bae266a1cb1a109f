// Draws every view of a sheet in the frames of the screen and of paper, and returns the faults of each view.
import { isTapered } from '../../../shared/bending/index.ts'
import { englishTexts, norwegianTexts, profileScene, flatPatternScene } from '../../../shared/drawing/index.ts'
import type { DrawnSheet, Frame } from '../../../shared/drawing/index.ts'
import { layoutFaults, missingInProfile, missingInFlatPattern } from './scene-faults.ts'

/** The frames in mm of paper: a printed page with one drawing, with two side by side and with three; then windows of 1024 to 1920 pixels. */
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

/** The frame and the language of a sheet in a series: each in turn. */
export function frameOf(index: number): Frame {
  const frame = frames[index % frames.length]
  if (frame === undefined) throw new Error('there is no frame')
  return frame
}
export const languageOf = (index: number): 'nb' | 'en' => (index % 2 === 0 ? 'nb' : 'en')

/** The faults of the flat pattern of one piece of each hand and of the profile at its ends, in one frame and language. */
export function viewFaults(sheet: DrawnSheet, frame: Frame, language: 'nb' | 'en'): string[] {
  const texts = language === 'nb' ? norwegianTexts : englishTexts
  const describeFaults = (view: string, faults: readonly string[]) =>
    faults.map((fault) => `${sheet.id}, ${view}, ${frame.widthMm} × ${frame.heightMm} mm, ${language}: ${fault}`)
  const hands = new Map(sheet.pieces.map((piece) => [piece.hand, piece]))
  const pieces = hands.size === 0 ? [undefined] : [...hands.values()]
  const flatPatterns = pieces.flatMap((piece) => {
    const view = piece === undefined ? 'flat pattern' : `flat pattern of piece ${piece.pieceNo}`
    const scene = flatPatternScene(sheet, { piece, frame, texts })
    if (!scene.ok) return describeFaults(view, [scene.error.message])
    return describeFaults(view, [
      ...layoutFaults(scene.value, frame),
      ...missingInFlatPattern(scene.value, sheet, piece, texts),
    ])
  })
  const ends = isTapered(sheet.profile) ? (['start', 'end'] as const) : (['start'] as const)
  const profiles = ends.flatMap((end) => {
    const scene = profileScene(sheet, { end, frame, texts })
    if (!scene.ok) return describeFaults(`profile at its ${end}`, [scene.error.message])
    const faults = [...layoutFaults(scene.value, frame), ...missingInProfile(scene.value, sheet, end, texts)]
    return describeFaults(`profile at its ${end}`, faults)
  })
  return [...flatPatterns, ...profiles]
}
