// A figure to type, with why it is wrong at its own place.
export interface FigureProps {
  label: string
  value: string
  isWrong: boolean
  /** Shown while it is wrong. */
  why: string
  onWrite: (value: string) => void
}

export const Figure = ({ label, value, isWrong, why, onWrite }: FigureProps) => (
  <label className="field figure-field">
    {label}
    <input
      className="input"
      inputMode="decimal"
      autoComplete="off"
      maxLength={8}
      aria-invalid={isWrong}
      value={value}
      onChange={({ target: { value: written } }) => onWrite(written)}
    />
    {isWrong && (
      <span className="field-wrong" role="alert">
        {why}
      </span>
    )}
  </label>
)
