// How this station is linked to the others, in sentences for a technician at a terminal. Pure.
import {
  typedAddressText,
  type LinkedStation,
  type StationsView,
  type TypedAddress,
} from '../../../shared/station-api/index.ts'
import type { ExportTexts } from '../../exports/index.ts'
import { momentAndAge } from '../terminal.ts'

export interface StationsWording {
  /** The English texts of the screen. */
  readonly say: ExportTexts['say']
  /** Milliseconds since 1970. */
  readonly nowMs: number
}

export function describeStations(view: StationsView, { say, nowMs }: StationsWording): string[] {
  const port = String(view.port)
  if (!view.isOn) return ['The link to other stations is off.']
  return [
    `The link to other stations is on, as "${view.name}" at ${typedAddressText(view)}.`,
    ...(view.problem === null ? [] : [say(`stations.problem_${view.problem}`, { port })]),
    ...(view.isFolderCopied ? [say('stations.own_folder_copied')] : []),
    ...(view.discovery === 'silent' ? [say('stations.discovery_silent')] : []),
    ...(view.hasPin ? [] : ['No PIN of a technician is set. Without one no station can be paired.']),
    ...(view.stations.length === 0 ? [say('stations.none')] : []),
    ...view.stations.map((station) => describeStation(station, { say, nowMs })),
    ...view.addresses.map((one) => {
      const origin = say(`stations.address_${one.isTyped ? 'typed' : 'found'}`)
      return `${typedAddressText(one)} (${origin}): ${addressState(one, say)}`
    }),
  ]
}

function describeStation(station: LinkedStation, { say, nowMs }: StationsWording): string {
  const { fingerprint, name, isLinked, lastSeenAt, backlog, clockAheadSeconds, isCopied, problem, hasSameName } =
    station
  const seen =
    lastSeenAt === null
      ? say('stations.never_seen')
      : say('stations.last_seen', { when: momentAndAge(lastSeenAt, nowMs) })
  return [
    `${name}: ${isLinked ? say('stations.linked') : seen}; events that wait: ${backlog}; fingerprint ${fingerprint}.`,
    ...(problem === null ? [] : [say(`stations.address_${problem}`)]),
    ...(clockAheadSeconds === 0 ? [] : [`Its clock differs by ${clockAheadSeconds} s. Set the wrong clock.`]),
    ...(isCopied ? [say('stations.folder_copied')] : []),
    ...(hasSameName ? [say('stations.same_name')] : []),
  ].join(' ')
}

/** Why there is no link to the station at an address; a sentence. */
export const addressState = (
  { isLinked, problem, port }: TypedAddress & Pick<StationsView['addresses'][number], 'isLinked' | 'problem'>,
  say: ExportTexts['say'],
): string => say(`stations.address_${isLinked ? 'linked' : (problem ?? 'tried')}`, { port: String(port) })
