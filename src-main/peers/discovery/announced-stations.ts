// The stations that mDNS announces now, each with the addresses at which it may be reached. Pure.
import { isIPv4 } from 'node:net'

/** As the mDNS library gives it. */
export interface AnnouncedService {
  name: string
  port: number
  /** Those of all interfaces of the computer, with IPv6. */
  addresses?: readonly string[] | undefined
  /** The sender of the announcement. */
  referer?: { address: string } | undefined
  /** `n`: the name of the station; `id`: its id, which an older version does not announce. */
  txt?: Readonly<Record<string, unknown>> | undefined
}

export interface FoundStation {
  /** The same after a restart of the station, if its version announces its id. */
  key: string
  name: string
  /** IPv4, the most likely one first. A station has several where its computer has several interfaces. */
  addresses: readonly string[]
  port: number
}

const maxStations = 200

export class AnnouncedStations {
  /** The name of the latest service of each station. */
  readonly #services = new Map<string, string>()

  /** A service was announced, or announced again with other data. Null: it has no address, or there are too many stations. */
  update({ name, port, addresses = [], referer, txt }: AnnouncedService): FoundStation | null {
    const key = keyOf({ name, txt })
    if (!this.#services.has(key) && this.#services.size >= maxStations) return null
    // a computer announces the addresses of all its interfaces, but the announcement itself came from one that is reachable here
    const likelyFirst = [...new Set([referer?.address ?? '', ...addresses])].filter(isIPv4)
    if (likelyFirst.length === 0) return null
    this.#services.set(key, name)
    return { key, name: textOf(txt?.['n']) ?? name, addresses: likelyFirst, port }
  }

  /** A service said goodbye. Returns the key of its station; null: the station is announced by a later service, or was not found. */
  remove({ name, txt }: AnnouncedService): string | null {
    const key = keyOf({ name, txt })
    if (this.#services.get(key) !== name) return null
    this.#services.delete(key)
    return key
  }
}

const keyOf = ({ name, txt }: Pick<AnnouncedService, 'name' | 'txt'>): string => textOf(txt?.['id']) ?? name

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, 100) : null
