// A pool of buffers for list pages. New memory for each page would make garbage collection most of the cost of a list.

/** Powers of two: from 16 KiB, below which memory is cheap, to 1 MiB, above which pages are rare. */
const minPower = 14
const maxPower = 20
const maxFreeOfSize = 16

const free: Buffer[][] = Array.from({ length: maxPower + 1 }, () => [])
const wholeBuffers = new WeakMap<Uint8Array, Buffer>()

/** A buffer of `bytes` bytes with undefined contents. */
export function pageBuffer(bytes: number): Buffer {
  const power = Math.max(minPower, Math.ceil(Math.log2(bytes)))
  const ofSize = free[power]
  if (ofSize === undefined) return Buffer.allocUnsafe(bytes)
  const whole = ofSize.pop() ?? Buffer.allocUnsafeSlow(2 ** power)
  const page = whole.subarray(0, bytes)
  wholeBuffers.set(page, whole)
  return page
}

export function isPageBuffer(body: Uint8Array): boolean {
  return wholeBuffers.has(body)
}

/** Returns a buffer of `pageBuffer` to the pool, once nothing reads it. A buffer that is not returned is garbage-collected. */
export function releasePageBuffer(page: Uint8Array): void {
  const whole = wholeBuffers.get(page)
  if (whole === undefined) return
  wholeBuffers.delete(page)
  const ofSize = free[Math.log2(whole.length)]
  if (ofSize !== undefined && ofSize.length < maxFreeOfSize) ofSize.push(whole)
}
