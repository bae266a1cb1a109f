// Opens the key safe of a station's folder, in the same way for every program of Kant. Accesses what the key safe accesses.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import { openKeySafe, type KeySafe } from './key-safe.ts'
import { createSystemKeyStore, type SystemKeyStore } from './system-key-store.ts'

/** `system`: null where this computer has no key store; default: the system's own. */
export const openFolderKeys = (folder: string, clock: Clock, system?: SystemKeyStore | null): Promise<KeySafe> =>
  openKeySafe({ folder, system: system === undefined ? createSystemKeyStore(clock) : system, random: randomBytes })
