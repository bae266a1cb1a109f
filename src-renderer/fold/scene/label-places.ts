// Where the numbers of the bends stand, so that none covers another. Pure. CSS pixels.

export interface LabelPlace {
  /** The point of the bend. */
  readonly x: number
  readonly y: number
  /** The middle of the label. */
  labelX: number
  labelY: number
  /** Half of its size. */
  readonly halfWidth: number
  readonly halfHeight: number
}

const rounds = 24
const gapPx = 4

/** Moves labels apart, and back into the frame. */
export function spreadLabels(labels: readonly LabelPlace[], width: number, height: number): void {
  for (let round = 0; round < rounds; round += 1) {
    let isFree = true
    for (let one = 0; one < labels.length; one += 1)
      for (let other = one + 1; other < labels.length; other += 1) {
        const [a, b] = [labels[one], labels[other]]
        if (a === undefined || b === undefined) continue
        const [dx, dy] = [b.labelX - a.labelX, b.labelY - a.labelY]
        const overlapX = a.halfWidth + b.halfWidth + gapPx - Math.abs(dx)
        const overlapY = a.halfHeight + b.halfHeight + gapPx - Math.abs(dy)
        if (overlapX <= 0 || overlapY <= 0) continue
        isFree = false
        // the shorter way
        if (overlapX < overlapY) {
          const by = ((dx < 0 ? -1 : 1) * overlapX) / 2
          a.labelX -= by
          b.labelX += by
        } else {
          const by = ((dy < 0 ? -1 : 1) * overlapY) / 2
          a.labelY -= by
          b.labelY += by
        }
      }
    for (const label of labels) {
      label.labelX = Math.min(width - label.halfWidth - gapPx, Math.max(label.halfWidth + gapPx, label.labelX))
      label.labelY = Math.min(height - label.halfHeight - gapPx, Math.max(label.halfHeight + gapPx, label.labelY))
    }
    if (isFree) return
  }
}
