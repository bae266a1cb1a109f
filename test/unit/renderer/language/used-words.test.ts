// No sentence is left over: each key of the translations is named somewhere in the program, whole, or by a template whose gaps are
// filled when it is asked for. (That each key asked for exists is checked by the types of `t`.)
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'

const root = join(import.meta.dirname, '../../../..')

type Tree = { [key: string]: string | Tree }
const tree: z.ZodType<Tree> = z.lazy(() => z.record(z.string(), z.union([z.string(), tree])))
const keysOf = (branch: Tree, above = ''): string[] =>
  Object.entries(branch).flatMap(([key, value]) =>
    typeof value === 'string' ? [above + key] : keysOf(value, `${above}${key}.`),
  )

const sources = ['src-renderer', 'src-main', 'shared'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(root, folder, name), 'utf8')),
)

/** What is written between quotes and looks like a key or the beginning of one. */
const written = sources.flatMap((source) =>
  [...source.matchAll(/'([a-z][\w.]*)'|`([a-z][^`\n]*)`/g)].map(([, plain, template]) => plain ?? template ?? ''),
)
const whole = new Set(written.filter((text) => !text.includes('${')))
const patterns = [...new Set(written.filter((text) => /^[a-z_]+\.?[\w.]*\$\{/.test(text) && text.includes('.')))].map(
  (text) =>
    new RegExp(
      `^${text
        .split(/\$\{[^}]*\}/)
        .map(escaped)
        .join(String.raw`[\w.[\]-]+`)}$`,
    ),
)

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/** Sections that are handed over whole: the names of a sheet's fields, and the words of the desktop shell's own menus. */
const lookedUp = new Set(['field', 'shell'])
const byCode = sources.flatMap((source) => [...source.matchAll(/named\(\s*'(\w+)'/g)].map(([, kind]) => kind ?? ''))

function isUsed(key: string): boolean {
  const section = key.split('.')[0] ?? ''
  if (lookedUp.has(section) || byCode.includes(section)) return true
  const asked = key.replace(/_(?:one|other)$/, '')
  return [key, asked].some((one) => whole.has(one) || patterns.some((pattern) => pattern.test(one)))
}

test('every sentence of the translations is asked for somewhere', () => {
  const nb = tree.parse(JSON.parse(readFileSync(join(root, 'resources/translations/nb.json'), 'utf8')))
  const keys = keysOf(nb)
  expect(keys.length).toBeGreaterThan(500)
  expect(keys.filter((key) => !isUsed(key))).toEqual([])
})

test('a sentence that nobody asks for would be noticed', () => {
  expect(isUsed('list.nobody_asks_for_this')).toBe(false)
})
