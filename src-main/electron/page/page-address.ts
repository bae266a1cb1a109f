// The page's address in Electron, and whether a message comes from it. Pure; does not import Electron.

export const pageScheme = 'app'
export const pageOrigin = 'app://kant'

/** The part of a frame that the sender check needs; null: the frame is gone. */
export interface SenderFrame {
  url: string
  /** Null for a window's top frame. */
  parent: unknown
}

/** Whether a message comes from the top frame of the app's own page: protocol and host exactly, no frame within it. */
export function isOwnPage(frame: SenderFrame | null): boolean {
  return frame !== null && frame.parent === null && isOwnAddress(frame.url)
}

/** An exact comparison: an address in another spelling is refused. */
export function isOwnAddress(address: string): boolean {
  return address === pageOrigin || address.startsWith(`${pageOrigin}/`)
}
