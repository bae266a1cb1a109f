// A value that a component computes once, when it is mounted.
import { useState } from 'react'

/** Unlike useMemo, React never discards the value while the component is mounted. */
export function useConstant<Value>(compute: () => Value): Value {
  // oxlint-disable-next-line react/hook-use-state -- a constant has no setter
  const [value] = useState(compute)
  return value
}
