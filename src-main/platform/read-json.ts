// Reads a file of JSON. Accesses that file.
import { readFileSync } from 'node:fs'

/** The parsed file. Throws what `errorOf` makes of the error of the file system or the parser: a parser's message quotes the file. */
export function readJson(path: string, errorOf: (cause: unknown) => Error): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw errorOf(error)
  }
}
