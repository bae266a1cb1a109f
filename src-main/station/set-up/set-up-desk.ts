// The technician's room at the station: what is set, changed and tested there. Opens nothing; writes settings, PINs and, through the
// connecting, the key.
import { CallError, type CallIn, type SetUpView, type Station } from '../../../shared/station-api/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { controllerNames, linkRefusal, namedLink } from '../brake-link.ts'
import { connectWorkshop } from '../connect-workshop.ts'
import { exportFolderOf, lookAtFolder } from '../export-folder.ts'
import { readSettings, writeSettings, type Settings } from '../settings.ts'
import type { SystemKeyStore } from '../system-key-store.ts'
import type { FrontDesk } from './front-desk.ts'

type SetUpHandlers = Pick<
  Station['handlers'],
  'setup.read' | 'setup.connect' | 'setup.change' | 'pin.set' | 'station.restart'
>

export interface SetUpDeskParts {
  dataFolder: string
  /** Where a workshop goes that is connected from the screen: another folder than this station's own on a sandbox. */
  connectFolder: string
  resources: string
  clock: Clock
  /** As they were when the station was opened. */
  opened: Settings | null
  systemKeyStore?: SystemKeyStore | null | undefined
  key: { current: () => string | null; inFile: () => boolean }
  front: Pick<FrontDesk, 'pins' | 'locks' | 'screen' | 'noticeShell'>
  /** Takes the new key and asks the service. */
  askNow: () => Promise<void>
  /** The tables' tolerance or preset changed: screens are told. */
  workshopChanged: () => void
  /** The station ends and begins anew; null: whoever runs it cannot. */
  restart: (() => void) | null
}

export function createSetUpDesk(parts: SetUpDeskParts): SetUpHandlers {
  const { dataFolder, connectFolder, resources, clock, opened, key, front } = parts
  const place = { dataFolder, resources }
  const connectsElsewhere = connectFolder !== dataFolder

  const view = (): SetUpView => {
    const now = readSettings(dataFolder)
    const { kiosk, language } = front.screen.now()
    return {
      folder: dataFolder,
      baseUrl: now?.baseUrl ?? null,
      keyInFile: key.inFile(),
      connectsElsewhere,
      settings: now === null ? null : shown(now, dataFolder),
      waitsForRestart:
        (connectsElsewhere && readSettings(connectFolder) !== null) ||
        JSON.stringify(atStart(opened)) !== JSON.stringify(atStart(now)),
      canRestart: parts.restart !== null,
      pins: [...front.pins.set()],
      kiosk,
      language,
      controllers: controllerNames(place),
    }
  }

  const change = (changed: CallIn<'setup.change'>): SetUpView => {
    const { kiosk, ...kept } = changed
    if (kiosk === true && !front.pins.set().includes('maintain'))
      throw new CallError('kiosk_needs_pin', 'without a PIN of maintain a kiosk keeps nobody in')
    if (Object.keys(kept).length > 0) {
      const now = readSettings(dataFolder)
      if (now === null) throw new CallError('not_connected', 'no workshop is connected: settings are kept with it')
      if (kept.brake !== undefined && kept.brake !== null) {
        const named = namedLink(place, kept.brake, clock)
        if (!named.ok) throw linkRefusal(place, kept.brake, named)
      }
      if (kept.exportFolder !== undefined && kept.exportFolder !== null) {
        const problem = lookAtFolder(kept.exportFolder)
        if (problem !== null) throw new CallError(problem, `exports cannot go into ${kept.exportFolder}`)
      }
      writeSettings(dataFolder, { baseUrl: now.baseUrl, ...given(kept) })
      parts.workshopChanged()
    }
    if (kiosk !== undefined) {
      front.screen.change({ kiosk })
      front.noticeShell()
    }
    return view()
  }

  const connect: SetUpHandlers['setup.connect'] = async ({ baseUrl, key: typed, stationsSharingKey, keep }) => {
    const address = baseUrl.trim()
    const before = readSettings(dataFolder)?.baseUrl ?? null
    // the kept key is for the kept address alone: nobody has it sent elsewhere by typing another one
    const given = typed === null ? (address === before ? (key.current() ?? '') : '') : typed.trim()
    const { ok, checks } = await connectWorkshop({
      folder: connectFolder,
      baseUrl: address,
      key: given,
      clock,
      stationRuns: !connectsElsewhere,
      stationsSharingKey,
      keep,
      ...(parts.systemKeyStore === undefined ? {} : { systemKeyStore: parts.systemKeyStore }),
    })
    if (!ok || !keep) return { checks, kept: 'no' }
    if (!connectsElsewhere && address === before) {
      await parts.askNow()
      return { checks, kept: 'at_once' }
    }
    return { checks, kept: parts.restart === null ? 'start_again' : 'restart' }
  }

  return {
    'setup.read': view,
    'setup.change': change,
    'setup.connect': connect,
    'pin.set': async ({ grant, pin }) => {
      if (pin === null && grant === 'maintain' && front.screen.now().kiosk)
        throw new CallError('kiosk_needs_pin', 'the kiosk is on: without a PIN of maintain it keeps nobody in')
      if ((await front.pins.change(grant, pin)) === 'used')
        throw new CallError('pin_used', 'another grant has this PIN already')
      front.locks.pinsChanged()
      return view()
    },
    'station.restart': () => {
      if (parts.restart === null) throw new CallError('not_here', 'whoever runs this station cannot begin it anew')
      parts.restart()
      return {}
    },
  }
}

const shown = (settings: Settings, dataFolder: string): SetUpView['settings'] => {
  const { toleranceMm, dxfPreset, marksByItself, stationsSharingKey, brake } = settings
  const exportFolder = exportFolderOf(settings, dataFolder)
  return { toleranceMm, dxfPreset, marksByItself, stationsSharingKey, brake, exportFolder }
}

/** What is taken at the station's start and not again. */
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

/** Without what was left out. */
function given(kept: Omit<CallIn<'setup.change'>, 'kiosk'>): Partial<Settings> {
  const { toleranceMm, dxfPreset, marksByItself, stationsSharingKey, brake, exportFolder } = kept
  return {
    ...(toleranceMm === undefined ? {} : { toleranceMm }),
    ...(dxfPreset === undefined ? {} : { dxfPreset }),
    ...(marksByItself === undefined ? {} : { marksByItself }),
    ...(stationsSharingKey === undefined ? {} : { stationsSharingKey }),
    ...(brake === undefined ? {} : { brake }),
    ...(exportFolder === undefined ? {} : { exportFolder }),
  }
}
