// How the packaged app is put together: item 19 of Electron's security checklist, and what goes along.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
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
  expect(configuration.files).toContain('!node_modules/node-*{,/**}')
  expect(configuration.asarUnpack).toEqual(['**/*.node'])
  // a name that nobody can ever have
  expect(new URL(configuration.publish.url).hostname).toMatch(/\.invalid$/)
})
