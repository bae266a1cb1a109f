// The translations of a language, from the file that the screen uses too. Reads that file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

type Tree = { [name: string]: string | Tree }
const tree: z.ZodType<Tree> = z.lazy(() => z.record(z.string(), z.union([z.string(), tree])))

/** Each text under its full key, such as 'material.sink'. Throws for a damaged file. */
export function readSentences(resources: string, language: 'nb' | 'en'): Readonly<Record<string, string>> {
  const text = readFileSync(join(resources, 'translations', `${language}.json`), 'utf8')
  return Object.fromEntries(namedIn(tree.parse(JSON.parse(text))))
}

const namedIn = (branch: Tree, above = ''): [string, string][] =>
  Object.entries(branch).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[above + name, value]] : namedIn(value, `${above}${name}.`),
  )
