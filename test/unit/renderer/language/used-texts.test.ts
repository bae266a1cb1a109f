// No text is unused: each key of the translations occurs in the program, whole or as a template. (The types of `t` check that each used
// key exists.)
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

/** Quoted texts that look like a key or the beginning of one. */
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

/** Sections that are used as a whole: the name of a turn and of fields, the menus of the desktop shell, and the reasons of fit and planner. */
const lookedUp = new Set([
  'bend_turn',
  'field',
  'shell',
  'fit_reason',
  'plan_reason',
  'printed',
  'plan_part',
  'plan_piece',
  'plan_step_kind',
  'plan_answer',
  'plan_missing',
])
const byCode = sources.flatMap((source) => [...source.matchAll(/named\(\s*'(\w+)'/g)].map(([, kind]) => kind ?? ''))

function isUsed(key: string): boolean {
  const section = key.split('.')[0] ?? ''
  if (lookedUp.has(section) || byCode.includes(section)) return true
  const withoutPlural = key.replace(/_(?:one|other)$/, '')
  return [key, withoutPlural].some((one) => whole.has(one) || patterns.some((pattern) => pattern.test(one)))
}

test('every text of the translations is used', () => {
  const nb = tree.parse(JSON.parse(readFileSync(join(root, 'resources/translations/nb.json'), 'utf8')))
  const keys = keysOf(nb)
  expect(keys.length).toBeGreaterThan(500)
  expect(keys.filter((key) => !isUsed(key))).toEqual([])
})

test('an unused text would be detected', () => {
  expect(isUsed('list.nobody_asks_for_this')).toBe(false)
})
