// The folder of shipped data: fonts, translations, machines, tools. The relative path is the same from this file and from
// `out/main`, into which the main process is built.
import { join } from 'node:path'

export const resourcesFolder = join(import.meta.dirname, '../../resources')
