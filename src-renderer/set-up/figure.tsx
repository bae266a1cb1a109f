// A figure to type, with why it is wrong at its own place.
export interface FigureProps {
  label: string
  value: string
  isWrong: boolean
  /** Shown while it is wrong. */
  why: string
  isReadOnly?: boolean
  onWrite: (value: string) => void
}

export const Figure = ({ label, value, isWrong, why, isReadOnly = false, onWrite }: FigureProps) => (
  <label className="field figure-field">
    {label}
    <input
      className="input"
      inputMode="decimal"
      autoComplete="off"
      maxLength={8}
      aria-invalid={isWrong}
      readOnly={isReadOnly}
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
