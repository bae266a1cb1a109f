// How many of the wanted pieces are done, as a ring. The count is next to it, so screen readers skip it.
export interface PieceRingProps {
  done: number
  wanted: number
  /** A class of the place, for another size, width or colour (`--ring-done`). */
  className?: string
}

const radius = 15
const circumference = 2 * Math.PI * radius

export function PieceRing({ done, wanted, className = '' }: PieceRingProps) {
  const share = wanted === 0 ? 0 : Math.min(1, Math.max(0, done / wanted))
  return (
    <svg className={`piece-ring ${className}`} viewBox="0 0 36 36" aria-hidden="true" focusable="false">
      <circle className="piece-ring-all" cx="18" cy="18" r={radius} />
      {share > 0 && (
        <circle
          className="piece-ring-done"
          cx="18"
          cy="18"
          r={radius}
          strokeDasharray={`${share * circumference} ${circumference}`}
          transform="rotate(-90 18 18)"
        />
      )}
    </svg>
  )
}
