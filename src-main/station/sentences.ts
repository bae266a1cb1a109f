// The sentences of a language from the file that the screen has them from, too. Reads that file.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { Language, Sentences } from '../exports/index.ts'

type Tree = { [name: string]: string | Tree }
const tree: z.ZodType<Tree> = z.lazy(() => z.record(z.string(), z.union([z.string(), tree])))

/** Each under its whole name, 'material.sink'. Throws where the program's own file is not what it came with. */
export function readSentences(resources: string, language: Language): Sentences {
  const text = readFileSync(join(resources, 'translations', `${language}.json`), 'utf8')
  return Object.fromEntries(namedIn(tree.parse(JSON.parse(text))))
}

const namedIn = (branch: Tree, above = ''): [string, string][] =>
  Object.entries(branch).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[above + name, value]] : namedIn(value, `${above}${name}.`),
  )
