// A long computation on the page, in pieces: between two of them the browser draws and responds to presses.

const sliceMs = 10

/**
 * Runs `work` to its end and passes its value to `onDone`, after the caller has returned. A slice ends at the first `yield` after
 * `sliceMs`. Returns a function that leaves the work early: `onDone` is not called then.
 */
export function runInSlices<T>(work: Generator<unknown, T>, onDone: (value: T) => void): () => void {
  const runSlice = (): void => {
    const endMs = performance.now() + sliceMs
    while (performance.now() < endMs) {
      const next = work.next()
      if (next.done === true) return onDone(next.value)
    }
    timer = setTimeout(runSlice)
  }
  let timer = setTimeout(runSlice)
  return () => clearTimeout(timer)
}
