// The link that this station is set to, with the controller's file read: the workshop's own file of that name before the shipped one.
// Reads those files.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, isAbsolute, join } from 'node:path'
import { why } from '../../shared/bending/wrong-why.ts'
import { CallError } from '../../shared/station-api/index.ts'
import { linkOf, type NamedLink } from '../brake/session/index.ts'
import { messageOf } from '../platform/message-of.ts'
import type { Clock } from '../platform/clock.ts'
import type { Settings } from './settings.ts'
import { workshopFolder } from './workshop-files.ts'

export interface BrakeLinkPlace {
  readonly dataFolder: string
  /** Where the shipped files lie. */
  readonly resources: string
}

export const ownControllers = (dataFolder: string): string => join(workshopFolder(dataFolder), 'controllers')

/** A whole path as it is; a name, with or without `.json`, in the workshop's own folder, else among the shipped ones. */
export function controllerFile({ dataFolder, resources }: BrakeLinkPlace, name: string): string {
  if (isAbsolute(name)) return name
  const file = name.endsWith('.json') ? name : `${name}.json`
  const own = join(ownControllers(dataFolder), file)
  return existsSync(own) ? own : join(resources, 'controllers', file)
}

/** The workshop's own and the shipped ones, by name. */
export function controllerNames({ dataFolder, resources }: BrakeLinkPlace): string[] {
  const folders = [ownControllers(dataFolder), join(resources, 'controllers')].filter((folder) => existsSync(folder))
  const files = folders.flatMap((folder) => readdirSync(folder)).filter((file) => file.endsWith('.json'))
  return [...new Set(files.map((file) => basename(file, '.json')))].toSorted()
}

/** What the settings name. A file that cannot be read is named with its line. */
export function namedLink(
  place: BrakeLinkPlace,
  { uri, map }: NonNullable<Settings['brake']>,
  clock: Clock,
): NamedLink {
  const file = controllerFile(place, map)
  if (!existsSync(file)) {
    const message = `${file} is not there. There are ${controllerNames(place).join(', ')}, and any file by its whole path`
    return notRead(message)
  }
  try {
    const link = linkOf(uri, readFileSync(file, 'utf8'), clock)
    return link.ok || link.wrong.length === 0 ? link : { ...link, message: `${file}: ${link.message}` }
  } catch (error) {
    return notRead(messageOf(error))
  }
}

/** Why a link cannot be: its address, that there is no such file, or what stands in the file. */
export function linkRefusal(
  place: BrakeLinkPlace,
  { map }: Pick<NonNullable<Settings['brake']>, 'map'>,
  { message, wrong }: Extract<NamedLink, { ok: false }>,
): CallError {
  if (wrong.length === 0) return new CallError('line_address_bad', message)
  return new CallError(existsSync(controllerFile(place, map)) ? 'link_bad' : 'controller_file_missing', message)
}

const notRead = (message: string): NamedLink => ({
  ok: false,
  message,
  wrong: [{ line: 1, field: '', message, why: why('not_read', { system: message }) }],
})
