// Weight and dashes of strokes by role, in mm of paper: they are distinguished without colour. Pure.
import type { Mm } from '../../bending/index.ts'
import type { Role } from './scene.ts'

export function weightMm(role: Role): Mm {
  switch (role) {
    case 'outline':
    case 'hit':
      return 0.5
    case 'profile':
      return 0.35
    case 'colour-side':
      return 0.9
    case 'cutout':
    case 'bend-up':
    case 'bend-down':
      return 0.35
    case 'machine':
    case 'tool':
    case 'gauge':
    case 'ghost':
    case 'hatch':
    case 'clearance':
    case 'dimension':
    case 'leader':
    case 'break':
    case 'label':
      return 0.18
  }
}

/** Bends up are dash-dotted, bends down dashed, as their line types in the DXF. */
export function dashesMm(role: Role): readonly Mm[] {
  if (role === 'bend-up') return [6, 1.2, 1.2, 1.2]
  if (role === 'bend-down') return [2.4, 1.4]
  if (role === 'ghost') return [0.9, 0.7]
  return []
}
