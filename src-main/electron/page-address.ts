// Where the page lives in Electron, and who may speak for it. Pure: no Electron in here.

export const pageScheme = 'app'
export const pageOrigin = 'app://kant'

/** What a sender check needs of a frame; null: the frame is gone. */
export interface SenderFrame {
  url: string
  /** Null for a window's top frame. */
  parent: unknown
}

/** Whether a message comes from the top frame of the app's own page: protocol and host exactly, no frame within it. */
export function isOwnPage(frame: SenderFrame | null): boolean {
  return frame !== null && frame.parent === null && isOwnAddress(frame.url)
}

/** By the letter: an address in any other spelling is nobody's. */
export function isOwnAddress(address: string): boolean {
  return address === pageOrigin || address.startsWith(`${pageOrigin}/`)
}
