// The memory that pages are put together in, used again once a page has left: fresh memory for each would have the collector run
// for most of what a list costs.

/** Powers of two: from 16 KiB, below which memory is cheap, to 1 MiB, above which pages are too rare to keep it for. */
const smallest = 14
const largest = 20
const keptOfEach = 16

const free: Buffer[][] = Array.from({ length: largest + 1 }, () => [])
const lent = new WeakMap<Uint8Array, Buffer>()

/** A buffer of so many bytes, to be written whole. */
export function pageBuffer(bytes: number): Buffer {
  const power = Math.max(smallest, Math.ceil(Math.log2(bytes)))
  const kept = free[power]
  if (kept === undefined) return Buffer.allocUnsafe(bytes)
  const whole = kept.pop() ?? Buffer.allocUnsafeSlow(2 ** power)
  const page = whole.subarray(0, bytes)
  lent.set(page, whole)
  return page
}

export function isPageBuffer(body: Uint8Array): boolean {
  return lent.has(body)
}

/** Takes back what `pageBuffer` gave, when nothing reads it any more; one that never comes back is collected as any other. */
export function takeBack(page: Uint8Array): void {
  const whole = lent.get(page)
  if (whole === undefined) return
  lent.delete(page)
  const kept = free[Math.log2(whole.length)]
  if (kept !== undefined && kept.length < keptOfEach) kept.push(whole)
}
