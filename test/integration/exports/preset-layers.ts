// The layers of each DXF preset, as the CAM programs require them. Tests compare the product's own table with this one. Pure.
import type { DxfPreset } from '../../../shared/drawing/files.ts'

type LayerRow = readonly [colour: number, lineType: string, shown: 'on' | 'off']

export interface PresetLayers {
  readonly outer: string
  readonly inner: string
  /** Null: no bends. */
  readonly up: string | null
  readonly down: string | null
  readonly texts: boolean
  /** Outlines as lines and arcs. */
  readonly exploded: boolean
  /** The layers except layer 0, in the order of the file. */
  readonly table: Readonly<Record<string, LayerRow>>
}

const solid = 'Continuous'

export const presetLayers: Readonly<Record<DxfPreset, PresetLayers>> = {
  inventor: {
    outer: 'IV_OUTER_PROFILE',
    inner: 'IV_INTERIOR_PROFILES',
    up: 'IV_BEND',
    down: 'IV_BEND_DOWN',
    texts: true,
    exploded: false,
    table: {
      IV_OUTER_PROFILE: [7, solid, 'on'],
      IV_INTERIOR_PROFILES: [5, solid, 'on'],
      IV_BEND: [3, 'CENTER', 'on'],
      IV_BEND_DOWN: [1, 'DASHED', 'on'],
      TEXT: [2, solid, 'off'],
    },
  },
  'solid-edge': {
    outer: 'OUTER_LOOP',
    inner: 'INTERIOR_LOOPS',
    up: 'UP_CENTERLINES',
    down: 'DOWN_CENTERLINES',
    texts: true,
    exploded: false,
    table: {
      OUTER_LOOP: [7, solid, 'on'],
      INTERIOR_LOOPS: [5, solid, 'on'],
      UP_CENTERLINES: [3, 'CENTER', 'on'],
      DOWN_CENTERLINES: [1, 'DASHED', 'on'],
      TEXT: [2, solid, 'off'],
    },
  },
  onshape: {
    outer: 'SHEETMETAL_CUT_LINES',
    inner: 'SHEETMETAL_CUT_LINES',
    up: 'SHEETMETAL_BEND_LINES_UP',
    down: 'SHEETMETAL_BEND_LINES_DOWN',
    texts: true,
    exploded: false,
    table: {
      SHEETMETAL_CUT_LINES: [7, solid, 'on'],
      SHEETMETAL_BEND_LINES_UP: [3, 'CENTER', 'on'],
      SHEETMETAL_BEND_LINES_DOWN: [1, 'DASHED', 'on'],
      TEXT: [2, solid, 'off'],
    },
  },
  plain: { outer: '0', inner: '0', up: '0', down: '0', texts: false, exploded: true, table: {} },
  'cutting-only': {
    outer: 'IV_OUTER_PROFILE',
    inner: 'IV_INTERIOR_PROFILES',
    up: null,
    down: null,
    texts: false,
    exploded: false,
    table: { IV_OUTER_PROFILE: [7, solid, 'on'], IV_INTERIOR_PROFILES: [5, solid, 'on'] },
  },
}
