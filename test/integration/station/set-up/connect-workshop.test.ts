// Connecting a station's folder to a workshop: valid data is stored, and an error is reported and changes nothing.
import { createServer, type Server } from 'node:http'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Connected } from '../../../../src-main/station/set-up/connect-workshop.ts'
import { readSettings } from '../../../../src-main/station/settings/settings.ts'
import { openAdmin, type WorkshopAdmin } from '../../../../src-service/admin/index.ts'
import { startService, type Service } from '../../../../src-service/service.ts'
import { connectFolder } from '../../../connect-folder.ts'

let folder: string
let service: Service
let desk: WorkshopAdmin
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kant-connect-'))
  service = await startService({ dataFolder: join(folder, 'workshop'), port: 0 })
  desk = openAdmin({ dataFolder: join(folder, 'workshop') })
})
afterEach(async () => {
  desk.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

const connect = (key: string, baseUrl = service.baseUrl): Promise<Connected> => connectFolder(folder, baseUrl, key)

const isAnythingKept = (): boolean => readSettings(folder) !== null || existsSync(join(folder, 'keys.json'))

describe('connecting a station to a workshop', () => {
  test('stores the address in the settings, and the key where only its user can read it', async () => {
    const key = service.keys?.maskin ?? ''
    const { ok, lines } = await connect(key)
    expect(ok).toBe(true)
    expect(lines.join('\n')).toContain('Fjordbeslag Verksted AS')
    expect(readSettings(folder)).toMatchObject({ baseUrl: service.baseUrl, ownBrakeId: null })
    expect(readFileSync(join(folder, 'settings.json'), 'utf8')).not.toContain(key)
    const file = join(folder, 'keys.json')
    // with a system key store there is no such file
    const rights = existsSync(file) ? statSync(file).mode & 0o077 : 0
    expect(rights).toBe(0)
  })

  test('a key that the service does not know is reported as unknown', async () => {
    const { ok, lines } = await connect(`svc_test_${'x'.repeat(43)}`)
    expect(ok).toBe(false)
    expect(lines.join('\n')).toMatch(/does not know this key/)
    expect(isAnythingKept()).toBe(false)
  })

  test('a malformed key is reported, without a finding on the address', async () => {
    const { ok, checks } = await connect('svc_test_ nøkkel')
    expect({ ok, checks }).toEqual({
      ok: false,
      checks: [{ step: 'key', state: 'wrong', code: 'key_unreadable', params: {} }],
    })
    expect(isAnythingKept()).toBe(false)
  })

  test('a revoked key is reported as unknown', async () => {
    desk.revokeKey('Maskin')
    expect(await connect(service.keys?.maskin ?? '')).toMatchObject({ ok: false })
    expect(isAnythingKept()).toBe(false)
  })

  test('each missing scope is named', async () => {
    const key = desk.makeKey({ name: 'liten', scopes: ['production:read'] })
    const { ok, lines } = await connect(key)
    expect(ok).toBe(false)
    expect(lines.join('\n')).toContain('production:status')
    expect(lines.join('\n')).toContain('events:read')
    expect(lines.join('\n')).not.toContain('production:read')
    expect(isAnythingKept()).toBe(false)
  })

  test('a missing production module is reported', async () => {
    desk.switchModule('produksjon', false)
    const { ok, lines } = await connect(service.keys?.maskin ?? '')
    expect(ok).toBe(false)
    expect(lines.join('\n')).toContain('produksjon')
    expect(isAnythingKept()).toBe(false)
  })

  test('no key is sent unencrypted to another computer', async () => {
    const { ok, lines } = await connect(service.keys?.maskin ?? '', 'http://example.no/api/v1')
    expect(ok).toBe(false)
    expect(lines.join('\n')).toMatch(/https/)
    expect(isAnythingKept()).toBe(false)
  })

  test('an invalid address and one without a service are distinguished from a wrong key', async () => {
    expect((await connect('svc_test_x', 'kantpresse')).lines.join('\n')).toMatch(/address/)
    const { lines } = await connect('svc_test_x', 'http://127.0.0.1:9/api/v1')
    expect(lines.join('\n')).toMatch(/cannot be reached/)
    expect(isAnythingKept()).toBe(false)
  })

  test('a web page at the address is not accepted as the service', async () => {
    const page: Server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end('<h1>Velkommen til hotellet</h1>')
    })
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve))
    const address = page.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    const { ok, lines } = await connect(service.keys?.maskin ?? '', `http://127.0.0.1:${port}/api/v1`)
    page.close()
    expect(ok).toBe(false)
    expect(lines.join('\n')).toMatch(/not the workshop service/)
    expect(isAnythingKept()).toBe(false)
  })
})
