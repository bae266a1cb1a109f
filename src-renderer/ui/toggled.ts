// A copy of a set with one value added, or removed if it was in the set. Pure.
export function toggled<Value>(set: ReadonlySet<Value>, value: Value): Set<Value> {
  const changed = new Set(set)
  if (!changed.delete(value)) changed.add(value)
  return changed
}
