// The icons of the bend step: 24 units, round strokes. The text is next to them, or the button has a name.
const paths = {
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M15 5l-7 7 7 7',
  next: 'M4 12h15M13 6l6 6-6 6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  follow: 'M20 12a8 8 0 1 1-2.6-5.9M20 3v4h-4',
  flip: 'M5 15a7.5 7.5 0 0 1 14-2M19 6v7h-7',
  half_turn: 'M4 9h14M14 5l4 4-4 4M20 16H6M10 12l-4 4 4 4',
  alarm: 'M12 3l9.5 17h-19zM12 10v4.5M12 17v.4',
} as const

export function StepIcon({ icon }: { icon: keyof typeof paths }) {
  return (
    <svg className="bend-step-icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[icon]} />
    </svg>
  )
}
