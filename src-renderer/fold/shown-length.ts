// The length of a piece that is shown: a long piece is shorter, with a break mark, so that its section stays large. Pure. Units: mm.
import type { SheetLength } from './scene/index.ts'

/** The shown length in widths of the flat blank, and for a narrow blank at least. */
const lengthInWidths = 1.5
const leastLengthMm = 120
const gapShare = 0.04
const waveShare = 0.022
const wavesOfWidth = 2

export const isShortened = (lengthMm: number, flatWidthMm: number): boolean => lengthMm > longestMm(flatWidthMm)

export function shownLength(lengthMm: number, flatWidthMm: number): SheetLength {
  const longest = longestMm(flatWidthMm)
  const isLonger = lengthMm > longest
  return {
    lengthMm: Math.min(lengthMm, longest),
    breakGapMm: isLonger ? longest * gapShare : 0,
    waveMm: longest * waveShare,
    wavesMm: flatWidthMm / wavesOfWidth,
  }
}

const longestMm = (flatWidthMm: number): number => Math.max(leastLengthMm, lengthInWidths * flatWidthMm)
