import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../../src-renderer')
/** The style sheets of the base and components layers are for every folder. */
const forEveryFolder: ReadonlySet<string> = new Set(['styles', 'ui'])

const read = (pattern: string): [folder: string, text: string][] =>
  globSync(pattern, { cwd: root }).map((path) => [
    // app.tsx and its neighbours are the frame; an inner folder uses the sheet of the folder around it
    dirname(path) === '.' ? 'frame' : (path.split('/')[0] ?? ''),
    readFileSync(join(root, path), 'utf8'),
  ])

/** The selectors of a style sheet, without comments and at-rules. */
const selectorsIn = (css: string): string[] =>
  [...css.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g)]
    .flatMap(([, head = '']) => head.split(','))
    .map((selector) => selector.trim())
    .filter((selector) => selector !== '' && !selector.startsWith('@'))

/** The folders whose style sheets have a rule for the class alone, such as `.line` or `.line[data-pressed]`. */
function foldersByClass(): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>()
  for (const [folder, css] of read('**/*.css'))
    for (const selector of selectorsIn(css)) {
      const name = /^\.([a-z][\w-]*)(?:\[[^\]]*\])*$/.exec(selector)?.[1]
      if (name !== undefined) folders.set(name, (folders.get(name) ?? new Set()).add(folder))
    }
  return folders
}

/** The folders whose components write the class as text. */
function foldersUsing(name: string): string[] {
  const word = new RegExp(`className=(?:"[^"]*|\\{[^}]*['\`][^'\`}]*)(?<![\\w-])${name}(?![\\w-])`)
  return [...new Set(components.filter(([, text]) => word.test(text)).map(([folder]) => folder))]
}
const components = read('**/*.tsx')

test('a class is styled by its own folder, or by the layers that every folder shares', () => {
  const strangers: string[] = []
  for (const [name, owners] of foldersByClass())
    for (const user of foldersUsing(name))
      for (const owner of owners)
        if (owner !== user && !forEveryFolder.has(owner)) strangers.push(`${user} uses .${name} of ${owner}`)
  expect(strangers).toEqual([])
})

test('every style sheet belongs to a layer', () => {
  const index = readFileSync(join(root, 'styles/index.css'), 'utf8')
  const sheets = globSync('**/*.css', { cwd: root }).filter((path) => path !== 'styles/index.css')
  const imported = [...index.matchAll(/@import url\('([^']+)'\) layer\((?:base|components|screens)\);/g)]
  expect(imported.map(([, path = '']) => relative(root, join(root, 'styles', path))).toSorted()).toEqual(
    sheets.toSorted(),
  )
})

test('no style sheet has more than 400 lines', () => {
  const long = globSync('**/*.css', { cwd: root }).filter(
    (path) => readFileSync(join(root, path), 'utf8').split('\n').length > 401,
  )
  expect(long).toEqual([])
})
