import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeSetting } from '../../../../src-main/cli/commands/change-setting.ts'
import { readSettings } from '../../../../src-main/station/settings/settings.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-feed-'))
  writeFileSync(join(folder, 'settings.json'), '{"baseUrl":"https://workshop.example/api/v1"}')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('there is no update feed before an address is set, and after it is removed', () => {
  expect(readSettings(folder)?.updateFeed).toBeNull()
  expect(changeSetting(folder, 'updates', 'https://feed.example/kant').ok).toBe(true)
  expect(readSettings(folder)?.updateFeed).toBe('https://feed.example/kant')
  expect(changeSetting(folder, 'updates', 'off').ok).toBe(true)
  expect(readSettings(folder)?.updateFeed).toBeNull()
})

test.each(['http://feed.example', 'feed.example', 'file:///srv/feed', ''])(
  '"%s" is not the address of a feed, and nothing changes',
  (address) => {
    const answer = changeSetting(folder, 'updates', address)
    expect([answer.ok, answer.lines.join()]).toEqual([false, expect.stringContaining('https://')])
    expect(readSettings(folder)?.updateFeed).toBeNull()
  },
)
