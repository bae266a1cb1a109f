// Serves a page's channel: from a station in this process, or as a bridge to a station that runs elsewhere on this computer. Reads the
// attach file; a bridge connects on loopback.
import { grants, serve, type Channel, type Station } from '../../../shared/station-api/index.ts'
import { readAttachFile } from '../../station/attach/index.ts'
import { openStationChannel } from '../../station/attach/index.ts'

export interface PageServer {
  /** Serves a page's channel. A channel that cannot be served is closed; the page tries again. */
  servePage: (page: Channel) => void
  close: () => Promise<void>
}

export interface OpenedStation {
  station: Station
  close: () => Promise<void>
}

/** Run mode: the station runs in this process. */
export function runStation(opened: OpenedStation, onError: (name: string, fault: unknown) => void): PageServer {
  // the station's own locks check the PINs
  const allGrants = new Set(grants)
  return {
    servePage: (page) => serve(page, { station: opened.station, grants: allGrants, onError }),
    close: opened.close,
  }
}

/** Attach mode: each page has its own socket to the running station; its address is read for each page. */
export function attachToStation(folder: string): PageServer {
  const bridge = async (page: Channel): Promise<void> => {
    const address = readAttachFile(folder)
    if (address === null) return page.close()
    try {
      const station = await openStationChannel(address)
      station.onClose(page.close)
      page.onClose(station.close)
      station.onMessage(page.send)
      page.onMessage(station.send)
    } catch {
      page.close()
    }
  }
  return { servePage: (page) => void bridge(page), close: async () => {} }
}
