// Whether and where this station listens for the others of its workshop. A technician changes it; without a file the station is alone.
// Reads and writes one file of the data folder.
import { existsSync, mkdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { messageOf } from '../../platform/message-of.ts'
import { readJson } from '../../platform/read-json.ts'
import { writeFileWhole } from '../../platform/write-file-whole.ts'

/** The port on which stations listen unless a technician chooses another: unassigned by IANA, and below the ports that systems give out. */
const usualPeerPort = 21_570

const peerSettings = z.strictObject({
  isOn: z.boolean().default(false),
  /** The name of this station on the others' screens. */
  name: z.string().min(1).max(100),
  /** The interface on which to listen; empty: an older version stored its address only. */
  interfaceName: z.string().max(200).default(''),
  /** The IPv4 address that the interface had when it was chosen. */
  address: z.string().default(''),
  port: z.int().min(0).max(65_535).default(usualPeerPort),
  /** Other subnets and other sites. */
  addresses: z
    .array(z.strictObject({ address: z.string().min(1).max(200), port: z.int().min(1).max(65_535) }))
    .default([]),
})
export type PeerSettings = z.infer<typeof peerSettings>

export const peersFolder = (dataFolder: string): string => join(dataFolder, 'peers')
const settingsFile = (dataFolder: string): string => join(peersFolder(dataFolder), 'settings.json')

/** Throws for a file that cannot be read. */
export function readPeerSettings(dataFolder: string): PeerSettings {
  const path = settingsFile(dataFolder)
  const name = hostname().slice(0, 100) || 'Kant'
  if (!existsSync(path)) return peerSettings.parse({ name })
  return peerSettings.parse(readJson(path, (cause) => new Error(`${path} cannot be read: ${messageOf(cause)}`)))
}

export function writePeerSettings(dataFolder: string, settings: PeerSettings): void {
  mkdirSync(peersFolder(dataFolder), { recursive: true, mode: 0o700 })
  writeFileWhole(settingsFile(dataFolder), `${JSON.stringify(settings, null, 2)}\n`, 0o600)
}
