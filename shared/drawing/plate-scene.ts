// The plate as a scene at true size, without dimensions: what the DXF holds, and what the unfolding view is built from. Pure.
import type { Plate } from './plate.ts'
import type { SceneItem } from './scene.ts'

export function plateItems(plate: Plate): SceneItem[] {
  return [
    { kind: 'polyline', role: 'outline', points: plate.outline, closed: true },
    ...plate.cutouts.map((cutout): SceneItem =>
      cutout.kind === 'circle'
        ? { kind: 'circle', role: 'cutout', centre: { x: cutout.x, y: cutout.y }, radiusMm: cutout.diameterMm / 2 }
        : { kind: 'polyline', role: 'cutout', points: cutout.points, closed: true },
    ),
    ...plate.bends.map((bend): SceneItem => ({
      kind: 'line',
      role: bend.up ? 'bend-up' : 'bend-down',
      from: bend.from,
      to: bend.to,
    })),
  ]
}
