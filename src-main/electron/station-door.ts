// What the station host does with a page's channel: serve it from a station of its own, or bridge it to one that runs elsewhere
// on this computer. May touch the attach file and, when bridging, loopback.
import { grants, serve, type Channel, type Station } from '../../shared/station-api/index.ts'
import { readAttachFile } from '../station/attach-file.ts'
import { openStationChannel } from '../station/web-socket-channel.ts'

export interface StationDoor {
  /** Takes over a page's channel. A channel that it cannot serve it closes: the page tries again by itself. */
  admit: (page: Channel) => void
  close: () => Promise<void>
}

export interface OpenedStation {
  station: Station
  close: () => Promise<void>
}

/** Run mode: the station lives in this process. */
export function runDoor(opened: OpenedStation, onFault: (name: string, fault: unknown) => void): StationDoor {
  // what a PIN keeps closed the station's own locks keep closed
  const every = new Set(grants)
  return {
    admit: (page) => serve(page, { station: opened.station, grants: every, onFault }),
    close: opened.close,
  }
}

/** Attach mode: each page gets a socket of its own to the running station, whose address is read anew each time. */
export function attachDoor(folder: string): StationDoor {
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
  return { admit: (page) => void bridge(page), close: async () => {} }
}
