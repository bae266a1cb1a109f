// A long computation on the page, in slices: between two of them the browser draws and responds to presses.

/** The length of a slice: it leaves most of a frame to the page. */
const sliceMs = 8

/**
 * Runs `work` to its end and passes its value to `onDone`, after the caller has returned. A slice ends at the first `yield` after
 * `sliceMs`; `onSlice` gets what it yields. Returns a function that leaves the work early: nothing is called any more.
 */
export function runInSlices<Progress, Value>(
  work: Generator<Progress, Value>,
  onDone: (value: Value) => void,
  onSlice: (progress: Progress) => void = () => {},
): () => void {
  const runSlice = (): void => {
    const endMs = performance.now() + sliceMs
    for (;;) {
      const next = work.next()
      if (next.done === true) return onDone(next.value)
      if (performance.now() < endMs) continue
      onSlice(next.value)
      timer = setTimeout(runSlice)
      return
    }
  }
  let timer = setTimeout(runSlice)
  return () => clearTimeout(timer)
}
