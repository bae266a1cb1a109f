// The connection in the settings of this station, with its controller file: the workshop's own file of that name, otherwise the shipped
// one. Reads those files.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, isAbsolute, join } from 'node:path'
import { failed, type Result } from '../../../shared/base/result.ts'
import { explain } from '../../../shared/workshop-files/schemas/index.ts'
import { CallError } from '../../../shared/station-api/index.ts'
import { linkOf, type Link, type LinkRefusal } from '../../brake/index.ts'
import { messageOf } from '../../platform/message-of.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Settings } from '../settings/index.ts'
import { workshopFolder } from '../workshop-files/index.ts'

export interface BrakeLinkPlace {
  readonly dataFolder: string
  /** The folder of the shipped files. */
  readonly resources: string
}

export const ownControllers = (dataFolder: string): string => join(workshopFolder(dataFolder), 'controllers')

/** An absolute path unchanged; a name, with or without `.json`, in the workshop's own folder, otherwise in the shipped one. */
export function controllerFile({ dataFolder, resources }: BrakeLinkPlace, name: string): string {
  if (isAbsolute(name)) return name
  const file = name.endsWith('.json') ? name : `${name}.json`
  const ownFile = join(ownControllers(dataFolder), file)
  return existsSync(ownFile) ? ownFile : join(resources, 'controllers', file)
}

/** The names of the workshop's own and the shipped controller files. */
export function controllerNames({ dataFolder, resources }: BrakeLinkPlace): string[] {
  const folders = [ownControllers(dataFolder), join(resources, 'controllers')].filter((folder) => existsSync(folder))
  const files = folders.flatMap((folder) => readdirSync(folder)).filter((file) => file.endsWith('.json'))
  return [...new Set(files.map((file) => basename(file, '.json')))].toSorted()
}

/** The connection that the settings name. The error of an invalid file has its line. */
export function namedLink(
  place: BrakeLinkPlace,
  { uri, map }: NonNullable<Settings['brake']>,
  clock: Clock,
): Result<Link, LinkRefusal> {
  const file = controllerFile(place, map)
  if (!existsSync(file)) {
    const message = `${file} does not exist. Use one of ${controllerNames(place).join(', ')}, or the absolute path of a file`
    return unreadableFile(message)
  }
  try {
    const link = linkOf(uri, readFileSync(file, 'utf8'), clock)
    return link.ok || link.error.wrong.length === 0
      ? link
      : failed({ ...link.error, message: `${file}: ${link.error.message}` })
  } catch (error) {
    return unreadableFile(messageOf(error))
  }
}

/** Why a connection cannot be used: its address, a missing file, or an invalid file. */
export function linkRefusal(
  place: BrakeLinkPlace,
  { map }: Pick<NonNullable<Settings['brake']>, 'map'>,
  { message, wrong }: LinkRefusal,
): CallError {
  if (wrong.length === 0) return new CallError('line_address_bad', message)
  return new CallError(existsSync(controllerFile(place, map)) ? 'link_bad' : 'controller_file_missing', message)
}

const unreadableFile = (message: string): Result<Link, LinkRefusal> =>
  failed({ message, wrong: [{ line: 1, field: '', message, why: explain('not_read', { system: message }) }] })
