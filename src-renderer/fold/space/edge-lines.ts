// Lines with a width in pixels, whose points change at every frame without new memory.
import { LineMaterial } from 'three/addons/lines/LineMaterial.js'
import { LineSegments2 } from 'three/addons/lines/LineSegments2.js'
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js'
import { DynamicDrawUsage, InterleavedBufferAttribute, type Color } from 'three'

export interface EdgeLines {
  readonly object: LineSegments2
  /** After the points have changed. */
  readonly update: () => void
  readonly dispose: () => void
}

/** `points`: six numbers for each line. The first `strong` lines have the first colour, the others the second. */
export function edgeLines(
  points: Float32Array,
  colours: readonly [Color, Color],
  strong: number,
  widthPx: number,
): EdgeLines {
  const lines = points.length / 6
  const tones = new Float32Array(points.length)
  for (let line = 0; line < lines; line += 1)
    for (const offset of [0, 3]) colours[line < strong ? 0 : 1].toArray(tones, 6 * line + offset)
  const geometry = new LineSegmentsGeometry()
  geometry.setPositions(points)
  geometry.setColors(tones)
  const start = geometry.getAttribute('instanceStart')
  if (start instanceof InterleavedBufferAttribute) start.data.setUsage(DynamicDrawUsage)
  const material = new LineMaterial({ linewidth: widthPx, vertexColors: true })
  const object = new LineSegments2(geometry, material)
  object.frustumCulled = false
  return {
    object,
    update: () => {
      if (start instanceof InterleavedBufferAttribute) start.data.needsUpdate = true
    },
    dispose: () => {
      geometry.dispose()
      material.dispose()
    },
  }
}
