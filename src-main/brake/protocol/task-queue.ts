// Runs asynchronous tasks one after the other, in the order of the calls.

/** A task that fails does not stop the next one. */
export function taskQueue(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const done = last.then(task)
    last = done.catch(() => {})
    return done
  }
}
