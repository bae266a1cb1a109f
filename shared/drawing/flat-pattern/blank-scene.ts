// The blank as a scene at true size, without dimensions: the content of the DXF, and the base of the flat pattern view. Pure.
import type { Blank } from './blank.ts'
import type { SceneItem } from '../scene/index.ts'

export function blankItems(blank: Blank): SceneItem[] {
  return [
    { kind: 'polyline', role: 'outline', points: blank.outline, closed: true },
    ...blank.cutouts.map((cutout): SceneItem =>
      cutout.kind === 'circle'
        ? { kind: 'circle', role: 'cutout', centre: { x: cutout.x, y: cutout.y }, radiusMm: cutout.diameterMm / 2 }
        : { kind: 'polyline', role: 'cutout', points: cutout.points, closed: true },
    ),
    ...blank.bends.map((bend): SceneItem => ({
      kind: 'line',
      role: bend.up ? 'bend-up' : 'bend-down',
      from: bend.from,
      to: bend.to,
    })),
  ]
}
