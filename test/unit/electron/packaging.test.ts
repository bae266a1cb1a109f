// How the packaged app is put together: item 19 of Electron's security checklist, and what goes along.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, matchesGlob } from 'node:path'
import { FuseV1Options } from '@electron/fuses'
import { expect, test } from 'vitest'
import * as z from 'zod'

const root = join(import.meta.dirname, '..', '..', '..')
const configuration = z
  .looseObject({
    asar: z.literal(true),
    asarUnpack: z.array(z.string()),
    npmRebuild: z.literal(false),
    publish: z.strictObject({ provider: z.literal('generic'), url: z.string() }),
    files: z.array(z.string()),
    electronFuses: z.record(z.string(), z.boolean()),
    win: z.looseObject({ target: z.array(z.string()), icon: z.string() }),
    linux: z.looseObject({ target: z.array(z.string()), icon: z.string() }),
  })
  .parse(createRequire(import.meta.url)(join(root, 'electron-builder.config.cjs')))

test('19: every fuse is set, each to what leaves the least open', () => {
  expect(configuration.electronFuses).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false,
  })
  const known = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)))
  expect(Object.keys(configuration.electronFuses)).toHaveLength(known.length)
})

test('Windows and Linux get an installer and one that needs none, with icons that are there', () => {
  expect([configuration.win.target, configuration.linux.target]).toEqual([
    ['nsis', 'portable'],
    ['AppImage', 'deb'],
  ])
  for (const { icon } of [configuration.win, configuration.linux]) expect(existsSync(join(root, icon))).toBe(true)
})

test('what is built and the resources go along; sources, tests and another Node do not', () => {
  const taken = configuration.files.filter((pattern) => !pattern.startsWith('!'))
  expect(taken).toEqual(['out/**', 'resources/**', 'package.json'])
  expect(configuration.files).toContain('!node_modules/node-{linux,win}-*{,/**}')
  expect(configuration.asarUnpack).toEqual(['**/*.node'])
  // a name that nobody can ever have
  expect(new URL(configuration.publish.url).hostname).toMatch(/\.invalid$/)
})

test('of what the station and the sandbox’s workshop load, nothing is left out, by no pattern', () => {
  const { dependencies } = manifest(root)
  const ofThePage = /^(react|recharts|three|i18next|@tanstack|@use-gesture)/
  const taken = closure(Object.keys(dependencies).filter((name) => !ofThePage.test(name)))
  expect(taken.size).toBeGreaterThan(50)
  const leftOut = configuration.files.flatMap((pattern) =>
    pattern.startsWith('!node_modules/') ? [pattern.slice(1)] : [],
  )
  expect([...taken].filter((name) => leftOut.some((pattern) => matchesGlob(`node_modules/${name}`, pattern)))).toEqual(
    [],
  )
})

const named = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
})
const manifest = (folder: string): z.infer<typeof named> =>
  named.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))

/** With all that those need, by name; a package within another's folder goes where that one goes. */
function closure(names: string[], known = new Set<string>()): Set<string> {
  for (const name of names) {
    const folder = join(root, 'node_modules', name)
    if (known.has(name) || !existsSync(folder)) continue
    known.add(name)
    closure(Object.keys(manifest(folder).dependencies), known)
  }
  return known
}
