// A field for a number, with its error below it.
export interface FigureProps {
  label: string
  value: string
  isWrong: boolean
  /** Shown while `isWrong`. */
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
