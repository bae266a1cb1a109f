// The contents of the packaged app, and item 19 of Electron's security checklist.
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

test('19: every fuse has its most restrictive value', () => {
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
  const fuseNames = Object.keys(FuseV1Options).filter((name) => Number.isNaN(Number(name)))
  expect(Object.keys(configuration.electronFuses)).toHaveLength(fuseNames.length)
})

test('Windows and Linux have an installer and a portable package, whose icons exist', () => {
  expect([configuration.win.target, configuration.linux.target]).toEqual([
    ['nsis', 'portable'],
    ['AppImage', 'deb'],
  ])
  for (const { icon } of [configuration.win, configuration.linux]) expect(existsSync(join(root, icon))).toBe(true)
})

test('the package contains the build and the resources, and no sources, tests or other Node', () => {
  const included = configuration.files.filter((pattern) => !pattern.startsWith('!'))
  expect(included).toEqual(['out/**', 'resources/**', 'package.json'])
  expect(configuration.files).toContain('!node_modules/node-{linux,win}-*{,/**}')
  expect(configuration.asarUnpack).toEqual(['**/*.node'])
  // a name that nobody can register
  expect(new URL(configuration.publish.url).hostname).toMatch(/\.invalid$/)
})

test('no pattern excludes a package that the station or the workshop of the sandbox loads', () => {
  const { dependencies } = manifest(root)
  const ofThePage = /^(react|recharts|three|i18next|lucide|@internationalized|@tanstack|@use-gesture)/
  const loaded = closure(Object.keys(dependencies).filter((name) => !ofThePage.test(name)))
  expect(loaded.size).toBeGreaterThan(50)
  const excluded = configuration.files.flatMap((pattern) =>
    pattern.startsWith('!node_modules/') ? [pattern.slice(1)] : [],
  )
  expect(
    [...loaded].filter((name) => excluded.some((pattern) => matchesGlob(`node_modules/${name}`, pattern))),
  ).toEqual([])
})

const packageJson = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
})
const manifest = (folder: string): z.infer<typeof packageJson> =>
  packageJson.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))

/** The packages with all their dependencies, by name. A package inside another package's folder is included with that one. */
function closure(names: string[], visited = new Set<string>()): Set<string> {
  for (const name of names) {
    const folder = join(root, 'node_modules', name)
    if (visited.has(name) || !existsSync(folder)) continue
    visited.add(name)
    closure(Object.keys(manifest(folder).dependencies), visited)
  }
  return visited
}
