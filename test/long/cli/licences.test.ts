// `npm run licences`: the texts of everything that ships.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { licenceList } from '../../../src-main/cli/licence-list.ts'

const root = join(import.meta.dirname, '../../..')
const manifest = z.looseObject({ version: z.string(), dependencies: z.record(z.string(), z.string()).default({}) })

/** The folder that Node would load a package from: the nearest `node_modules` above `from`. Null: not installed on this system. */
function folderOf(name: string, from: string): string | null {
  const folder = join(from, 'node_modules', name)
  if (existsSync(folder)) return folder
  return from === root ? null : folderOf(name, dirname(from))
}

/** `name@version` of every package that the app contains, with its dependencies. */
function shipped(names: readonly string[], from: string, listed = new Set<string>()): Set<string> {
  for (const name of names) {
    const folder = folderOf(name, from)
    if (folder === null) continue
    const { version, dependencies } = manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
    if (listed.has(`${name}@${version}`)) continue
    listed.add(`${name}@${version}`)
    shipped(Object.keys(dependencies), folder, listed)
  }
  return listed
}

test('the list has every package that ships, and the font', async () => {
  const { dependencies } = manifest.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  // an alias is listed with the name of its package
  const names = Object.keys(dependencies).filter((name) => !dependencies[name]?.startsWith('npm:'))
  const list = await licenceList(root)
  expect([...shipped(names, root)].filter((each) => !list.includes(`- ${each}`))).toEqual([])
  for (const text of ['- @cantoo/pdf-lib@', 'DejaVuSans', 'Bitstream Vera', 'MIT License']) expect(list).toContain(text)
})
