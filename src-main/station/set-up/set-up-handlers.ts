// The handlers of the technician's calls about settings, PINs and the connection. Writes the settings, the PINs and the key.
import {
  CallError,
  type CallIn,
  type CallOut,
  type SetUpView,
  type Station,
} from '../../../shared/station-api/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { kantCommandHere } from '../../platform/kant-command.ts'
import { controllerNames, linkRefusal, namedLink } from '../brake/index.ts'
import { exportFolderOf, checkExportFolder } from '../exports/index.ts'
import { readSettings, writeSettings, type Settings } from '../settings/index.ts'
import type { StationKey, SystemKeyStore } from '../keys/index.ts'
import { connectWorkshop } from './connect-workshop.ts'
import type { ScreenAccess } from '../access/index.ts'

type SetUpHandlers = Pick<
  Station['handlers'],
  'setup.read' | 'setup.command' | 'setup.connect' | 'setup.change' | 'pin.set' | 'station.restart'
>

export interface SetUpHandlerParts {
  dataFolder: string
  /** The folder of a workshop that is connected from the screen; on a sandbox it is not this station's own. */
  connectFolder: string
  resources: string
  clock: Clock
  /** The settings with which the station was opened. */
  opened: Settings | null
  systemKeyStore?: SystemKeyStore | null | undefined
  key: Pick<StationKey, 'current' | 'isInFile'>
  access: Pick<ScreenAccess, 'pins' | 'locks' | 'screen' | 'notifyShell'>
  /** Reads the key again and pulls from the service. */
  syncNow: () => Promise<void>
  /** The tolerance or the preset may have changed: notifies the screens. */
  workshopChanged: () => void
  /** Restarts the station; null: the program that runs it cannot. */
  restart: (() => void) | null
}

export function createSetUpHandlers(parts: SetUpHandlerParts): SetUpHandlers {
  const { access } = parts
  return {
    'setup.read': () => setUpView(parts),
    'setup.command': () => ({ start: kantCommandHere(parts.dataFolder) }),
    'setup.change': (changes) => {
      changeSetUp(parts, changes)
      return setUpView(parts)
    },
    'setup.connect': (request) => connect(parts, request),
    'pin.set': async ({ grant, pin }) => {
      if (pin === null && grant === 'maintain' && access.screen.now().kiosk)
        throw new CallError('kiosk_needs_pin', 'the kiosk is on: without a PIN of maintain everyone can leave it')
      if ((await access.pins.change(grant, pin)) === 'used')
        throw new CallError('pin_used', 'another grant has this PIN already')
      access.locks.handlePinsChanged()
      return setUpView(parts)
    },
    'station.restart': () => {
      if (parts.restart === null)
        throw new CallError('not_here', 'the program that runs this station cannot restart it')
      parts.restart()
      return {}
    },
  }
}

const connectsElsewhere = ({ connectFolder, dataFolder }: SetUpHandlerParts): boolean => connectFolder !== dataFolder

function setUpView(parts: SetUpHandlerParts): SetUpView {
  const { dataFolder, connectFolder, opened, key, access } = parts
  const settings = readSettings(dataFolder)
  const { kiosk, language } = access.screen.now()
  return {
    folder: dataFolder,
    baseUrl: settings?.baseUrl ?? null,
    keyInFile: key.isInFile(),
    connectsElsewhere: connectsElsewhere(parts),
    settings: settings === null ? null : shown(settings, dataFolder),
    needsRestart:
      (connectsElsewhere(parts) && readSettings(connectFolder) !== null) ||
      JSON.stringify(atStart(opened)) !== JSON.stringify(atStart(settings)),
    canRestart: parts.restart !== null,
    pins: [...access.pins.grantsWithPin()],
    kiosk,
    language,
    controllers: controllerNames(parts),
  }
}

function changeSetUp(parts: SetUpHandlerParts, { kiosk, ...changes }: CallIn<'setup.change'>): void {
  const { access } = parts
  if (kiosk === true && !access.pins.grantsWithPin().includes('maintain'))
    throw new CallError('kiosk_needs_pin', 'without a PIN of maintain everyone can leave the kiosk')
  if (Object.keys(changes).length > 0) changeSettings(parts, changes)
  if (kiosk === undefined) return
  access.screen.change({ kiosk })
  access.notifyShell()
}

function changeSettings(parts: SetUpHandlerParts, changes: Omit<CallIn<'setup.change'>, 'kiosk'>): void {
  const { dataFolder, clock, workshopChanged } = parts
  const { brake, exportFolder } = changes
  const settings = readSettings(dataFolder)
  if (settings === null)
    throw new CallError('not_connected', 'no workshop is connected, and its settings are stored with it')
  if (brake !== undefined && brake !== null) {
    const named = namedLink(parts, brake, clock)
    if (!named.ok) throw linkRefusal(parts, brake, named.error)
  }
  if (exportFolder !== undefined && exportFolder !== null) {
    const problem = checkExportFolder(exportFolder)
    if (problem !== null) throw new CallError(problem, `exports cannot be written into ${exportFolder}`)
  }
  writeSettings(dataFolder, { baseUrl: settings.baseUrl, ...withoutUndefined(changes) })
  workshopChanged()
}

async function connect(
  parts: SetUpHandlerParts,
  { baseUrl, key: typedKey, stationsSharingKey, keep }: CallIn<'setup.connect'>,
): Promise<CallOut<'setup.connect'>> {
  const { dataFolder, connectFolder, clock, key, systemKeyStore } = parts
  const address = baseUrl.trim()
  const storedAddress = readSettings(dataFolder)?.baseUrl ?? null
  // the stored key is sent only to the stored address: typing another address must not reveal it
  const storedKey = address === storedAddress ? (key.current() ?? '') : ''
  const { ok, checks } = await connectWorkshop({
    folder: connectFolder,
    baseUrl: address,
    key: typedKey === null ? storedKey : typedKey.trim(),
    clock,
    stationRuns: !connectsElsewhere(parts),
    stationsSharingKey,
    keep,
    ...(systemKeyStore === undefined ? {} : { systemKeyStore }),
  })
  if (!ok || !keep) return { checks, storeResult: 'no' }
  if (!connectsElsewhere(parts) && address === storedAddress) {
    await parts.syncNow()
    return { checks, storeResult: 'at_once' }
  }
  return { checks, storeResult: parts.restart === null ? 'start_again' : 'restart' }
}

const shown = (settings: Settings, dataFolder: string): SetUpView['settings'] => {
  const { toleranceMm, dxfPreset, marksByItself, stationsSharingKey, brake } = settings
  const exportFolder = exportFolderOf(settings, dataFolder)
  return { toleranceMm, dxfPreset, marksByItself, stationsSharingKey, brake, exportFolder }
}

/** The settings that take effect only when the station starts. */
const atStart = (settings: Settings | null) =>
  settings === null
    ? null
    : [
        settings.baseUrl,
        settings.marksByItself,
        settings.stationsSharingKey,
        settings.brake?.uri,
        settings.brake?.map,
        settings.exportFolder,
      ]

/** The settings that are set, for types that distinguish absent and undefined. */
function withoutUndefined(changes: Omit<CallIn<'setup.change'>, 'kiosk'>): Partial<Settings> {
  const { toleranceMm, dxfPreset, marksByItself, stationsSharingKey, brake, exportFolder } = changes
  return {
    ...(toleranceMm === undefined ? {} : { toleranceMm }),
    ...(dxfPreset === undefined ? {} : { dxfPreset }),
    ...(marksByItself === undefined ? {} : { marksByItself }),
    ...(stationsSharingKey === undefined ? {} : { stationsSharingKey }),
    ...(brake === undefined ? {} : { brake }),
    ...(exportFolder === undefined ? {} : { exportFolder }),
  }
}
