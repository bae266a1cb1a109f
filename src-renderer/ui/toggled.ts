// A copy of a set with one value added, or removed if it was in the set. Pure.
export function toggled<One>(set: ReadonlySet<One>, one: One): Set<One> {
  const changed = new Set(set)
  if (!changed.delete(one)) changed.add(one)
  return changed
}
