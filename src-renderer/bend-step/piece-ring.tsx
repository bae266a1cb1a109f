// How many of the wanted pieces are done, as a ring.
export interface PieceRingProps {
  done: number
  wanted: number
}

const radius = 15
const around = 2 * Math.PI * radius

export function PieceRing({ done, wanted }: PieceRingProps) {
  const share = wanted === 0 ? 0 : Math.min(1, Math.max(0, done / wanted))
  return (
    <svg className="piece-ring" viewBox="0 0 36 36" aria-hidden="true" focusable="false">
      <circle className="piece-ring-all" cx="18" cy="18" r={radius} />
      <circle
        className="piece-ring-done"
        cx="18"
        cy="18"
        r={radius}
        strokeDasharray={`${share * around} ${around}`}
        transform="rotate(-90 18 18)"
      />
    </svg>
  )
}
