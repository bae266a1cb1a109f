// Paths of SVG from points. Pure.
import type { Point } from '../../../shared/bending/index.ts'

const figure = (value: number): string => value.toFixed(1)

export const openPath = (points: readonly Point[]): string =>
  points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${figure(x)} ${figure(y)}`).join('')

export const closedPath = (points: readonly Point[]): string => `${openPath(points)}Z`
