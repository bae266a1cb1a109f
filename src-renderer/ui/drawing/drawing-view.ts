// The visible part of a drawing: its scale relative to the fitted size, and its offset. Pure; CSS pixels from the drawing's upper
// left corner.

export interface DrawingView {
  scale: number
  x: number
  y: number
}

export interface Extent {
  width: number
  height: number
}

export const wholeDrawing: DrawingView = { scale: 1, x: 0, y: 0 }
export const maxScale = 24

/** Scales by a factor around the point `centre`. The scale is between 1 and `maxScale`. */
export function zoomView(
  view: DrawingView,
  factor: number,
  centre: { x: number; y: number },
  extent: Extent,
): DrawingView {
  const scale = Math.min(maxScale, Math.max(1, view.scale * factor))
  const ratio = scale / view.scale
  return boundedView(
    { scale, x: centre.x - (centre.x - view.x) * ratio, y: centre.y - (centre.y - view.y) * ratio },
    extent,
  )
}

export const moveView = (view: DrawingView, dx: number, dy: number, extent: Extent): DrawingView =>
  boundedView({ ...view, x: view.x + dx, y: view.y + dy }, extent)

/** The drawing cannot be moved out of its frame. */
function boundedView({ scale, x, y }: DrawingView, { width, height }: Extent): DrawingView {
  return { scale, x: clamp(x, width * (1 - scale)), y: clamp(y, height * (1 - scale)) }
}

// a plain minimum and maximum would give −0 for the whole drawing
const clamp = (value: number, min: number): number => (value >= 0 ? 0 : value <= min ? min + 0 : value)
