// The workshop's key as the station uses it: read from the key safe at the start, and anew where a technician may have given another
// meanwhile. Touches the key safe alone.
import type { KeySafe } from './key-safe.ts'

export interface StationKey {
  /** Null: there is none, or it could not be read yet. */
  current: () => string | null
  /** It lies in a file, for want of a key store of the system's. */
  inFile: () => boolean
  /** Reads the key kept for that address; whether it is another than before. Never rejects: one that is here is kept. */
  read: (baseUrl: string) => Promise<boolean>
}

export function createStationKey(open: () => Promise<KeySafe>, onFault: (fault: unknown) => void): StationKey {
  let key: string | null = null
  let inFile = false
  return {
    current: () => key,
    inFile: () => inFile,
    read: async (baseUrl) => {
      const before = key
      try {
        const safe = await open()
        // a store that has none any more is no reason to give up one that may still be good
        key = (await safe.get(baseUrl)) ?? key
        inFile = safe.kind === 'file' && key !== null
      } catch (fault) {
        // without a key the status says so, and marks are taken all the same
        onFault(fault)
      }
      return key !== before
    },
  }
}
