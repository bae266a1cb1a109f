// Lets go of what was opened when what comes after it stumbles: nobody else could have the folder while it lives on. Pure but for what
// it is handed.
export type Closer = () => unknown

/** Throws what `open` throws; what it took until then is being closed, the newest first. */
export function openOrLetGo<Opened>(first: Closer, open: (took: (close: Closer) => void) => Opened): Opened {
  const opened = [first]
  try {
    return open((close) => void opened.unshift(close))
  } catch (fault) {
    void closeAll(opened)
    throw fault
  }
}

/** Whatever one of them says: the next is closed all the same. */
async function closeAll(closers: readonly Closer[]): Promise<void> {
  for (const close of closers) {
    try {
      // oxlint-disable-next-line no-await-in-loop
      await close()
    } catch {
      continue
    }
  }
}
