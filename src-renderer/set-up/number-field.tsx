// A field for a number, with its error below it.
export interface NumberFieldProps {
  label: string
  value: string
  isInvalid: boolean
  /** Shown while `isInvalid`. */
  error: string
  isReadOnly?: boolean
  onChange: (value: string) => void
}

export const NumberField = ({ label, value, isInvalid, error, isReadOnly = false, onChange }: NumberFieldProps) => (
  <label className="field figure-field">
    {label}
    <input
      className="input"
      inputMode="decimal"
      autoComplete="off"
      maxLength={8}
      aria-invalid={isInvalid}
      readOnly={isReadOnly}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
    {isInvalid && (
      <span className="field-wrong" role="alert">
        {error}
      </span>
    )}
  </label>
)
