// A set with one thing put in, or taken out where it was there. Pure.
export function toggled<One>(set: ReadonlySet<One>, one: One): Set<One> {
  const changed = new Set(set)
  if (!changed.delete(one)) changed.add(one)
  return changed
}
