// A search that its caller drives, run without returns in between.

/** The value that a generator returns. */
export function runToEnd<Value>(work: Generator<unknown, Value>): Value {
  for (;;) {
    const next = work.next()
    if (next.done === true) return next.value
  }
}
