// The technician's calls on a real station with a real service: connecting, settings, the support bundle, backup and restore.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  ReconnectingLink,
  grants,
  memoryChannels,
  serve,
  type StationLink,
} from '../../../../shared/station-api/index.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { openPreparedStation } from '../../../../src-main/station/open/prepared-station.ts'
import { readSettings } from '../../../../src-main/station/settings/settings.ts'
import type { OpenedStation } from '../../../../src-main/station/open/station.ts'
import { startService, type Service } from '../../../../src-service/service.ts'
import { untilPasses } from '../../../until-passes.ts'

let folder: string
let data: string
let service: Service
let key: string
let opened: OpenedStation
let link: StationLink
let frames: string[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kant-technician-'))
  data = join(folder, 'station')
  mkdirSync(data)
  service = await startService({ dataFolder: join(folder, 'workshop'), port: 0, limitFactor: 100 })
  key = service.keys?.maskin ?? ''
  frames = []
  opened = await openPreparedStation({ dataFolder: data, systemKeyStore: null })
  link = linkTo(opened)
})
afterEach(async () => {
  link.close()
  await opened.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The connection of a screen; it stores every frame of the station. */
function linkTo({ station }: OpenedStation): StationLink {
  return new ReconnectingLink({
    open: async () => {
      const [ours, theirs] = memoryChannels()
      serve(theirs, { grants: new Set(grants), station, onError: () => undefined })
      return {
        ...ours,
        onMessage: (listener) =>
          ours.onMessage((frame) => {
            frames.push(JSON.stringify(frame))
            listener(frame)
          }),
      }
    },
    wait: systemClock.wait,
  })
}

const connect = (given: string | null, keep = true) =>
  link.call('setup.connect', { baseUrl: service.baseUrl, key: given, stationsSharingKey: 2, keep })

const warningCodes = (): string[] => opened.station.snapshot().status.warnings.map(({ code }) => code)

async function connectAndRestart(): Promise<void> {
  expect(await connect(key)).toMatchObject({ storeResult: 'restart' })
  await link.call('station.restart', {})
  await untilPasses(async () => expect(await link.call('setup.read', {})).toMatchObject({ needsRestart: false }))
}

describe('the technician’s set-up', () => {
  test('a station without a workshop is connected on the screen, and uses the workshop without a restart of the program', async () => {
    expect(await link.call('setup.read', {})).toMatchObject({ baseUrl: null, settings: null, canRestart: true })
    const { checks } = await connect(key, false)
    expect(checks.map(({ step, state }) => [step, state])).toEqual(
      ['address', 'key', 'scopes', 'module', 'clock', 'sharing', 'store'].map((step) => [step, 'ok']),
    )
    expect(readSettings(data)).toBeNull()
    await connectAndRestart()
    expect(readSettings(data)).toMatchObject({ baseUrl: service.baseUrl, stationsSharingKey: 2 })
    const view = await link.call('setup.read', {})
    expect(view).toMatchObject({ baseUrl: service.baseUrl, settings: { stationsSharingKey: 2 } })
  })

  test(
    'on a sandbox the workshop is stored in the other folder, and the station and its screens change to it',
    { tags: 'long' },
    async () => {
      const sandbox = join(folder, 'sandbox')
      mkdirSync(sandbox)
      link.close()
      await opened.close()
      const folders: string[] = []
      opened = await openPreparedStation({
        dataFolder: sandbox,
        connectFolder: data,
        systemKeyStore: null,
        onOpened: (opening) => void folders.push(opening),
      })
      link = linkTo(opened)
      await untilPasses(async () =>
        expect(await link.call('setup.read', {})).toMatchObject({ folder: sandbox, needsRestart: false }),
      )
      expect(await connect('svc_test_wrong')).toMatchObject({ storeResult: 'no' })
      expect(await link.call('setup.read', {})).toMatchObject({ needsRestart: false })
      expect(await connect(key)).toMatchObject({ storeResult: 'restart' })
      expect(await link.call('setup.read', {})).toMatchObject({
        folder: sandbox,
        needsRestart: true,
        canRestart: true,
      })
      await link.call('station.restart', {})
      await untilPasses(async () =>
        expect(await link.call('setup.read', {})).toMatchObject({
          folder: data,
          baseUrl: service.baseUrl,
          needsRestart: false,
        }),
      )
      expect(folders).toEqual([sandbox, data])
      expect(readSettings(sandbox)).toBeNull()
    },
  )

  test('a wrong key is reported at its step, the later steps are not tested, and nothing is stored', async () => {
    const { checks, storeResult } = await connect(`svc_test_${'x'.repeat(43)}`)
    expect(checks.map(({ step, code }) => [step, code])).toEqual([
      ['address', 'address_ok'],
      ['key', 'key_unknown'],
    ])
    expect(storeResult).toBe('no')
    expect(existsSync(join(data, 'settings.json'))).toBe(false)
  })

  test('the stored key is sent only to the stored address', { tags: 'long' }, async () => {
    await connectAndRestart()
    const elsewhere = { baseUrl: 'http://127.0.0.1:9/api/v1', key: null, stationsSharingKey: 2, keep: false }
    expect(await link.call('setup.connect', elsewhere)).toMatchObject({ checks: [{ code: 'key_missing' }] })
    expect(await connect(null, false)).toMatchObject({ checks: expect.arrayContaining([expect.anything()]) })
  })

  test('an invalid setting is refused, and nothing of it is stored', async () => {
    await expect(link.call('setup.change', { toleranceMm: 0.5 })).rejects.toMatchObject({ code: 'not_connected' })
    await connectAndRestart()
    await expect(link.call('setup.change', { toleranceMm: 9 })).rejects.toMatchObject({ code: 'bad_input' })
    const bad = { brake: { uri: 'serial:/dev/null', map: 'nobody' }, toleranceMm: 1 }
    await expect(link.call('setup.change', bad)).rejects.toMatchObject({ code: 'controller_file_missing' })
    expect(readSettings(data)).toMatchObject({ toleranceMm: 0.3, brake: null })
    expect(await link.call('setup.change', { toleranceMm: 0.5 })).toMatchObject({ settings: { toleranceMm: 0.5 } })
  })

  test(
    'an invalid connection is refused with its error, and a controller file with its lines',
    { tags: 'long' },
    async () => {
      await connectAndRestart()
      const ownControllers = join(data, 'workshop', 'controllers')
      mkdirSync(ownControllers, { recursive: true })
      writeFileSync(join(ownControllers, 'broken.json'), '{\n  "kind": "abacus"\n}')
      const probe = (uri: string, map: string) => link.call('setup.probe', { uri, map })
      await expect(probe('usb0', 'modbus-simulator')).rejects.toMatchObject({ code: 'line_address_bad' })
      await expect(probe('tcp://127.0.0.1:9', 'nobody')).rejects.toMatchObject({ code: 'controller_file_missing' })
      expect(await probe('tcp://127.0.0.1:9', 'broken')).toMatchObject({
        fault: null,
        wrong: [{ file: join(ownControllers, 'broken.json'), line: 2, field: 'kind', why: { code: 'one_of' } }],
      })
      const brake = { uri: 'tcp://127.0.0.1:9', map: 'broken' }
      await expect(link.call('setup.change', { brake })).rejects.toMatchObject({ code: 'link_bad' })
    },
  )

  test('a missing file is refused on the station’s own connection, too', { tags: 'long' }, async () => {
    await connectAndRestart()
    const uri = 'tcp://127.0.0.1:9'
    await link.call('setup.change', { brake: { uri, map: 'modbus-simulator' } })
    await link.call('station.restart', {})
    const probe = (map: string) => link.call('setup.probe', { uri, map })
    await untilPasses(async () =>
      expect(await probe('modbus-simulator')).toMatchObject({ controller: expect.any(String) }),
    )
    await expect(probe('nobody')).rejects.toMatchObject({ code: 'controller_file_missing' })
  })

  test(
    'exports need a folder that exists and is writable, and use it from the next start',
    { tags: 'long' },
    async () => {
      await connectAndRestart()
      expect(await link.call('setup.read', {})).toMatchObject({ settings: { exportFolder: join(data, 'exports') } })
      const wanted = join(folder, 'cutting')
      const file = join(folder, 'a file')
      writeFileSync(file, '')
      for (const exportFolder of [wanted, 'cutting', file])
        await expect(link.call('setup.change', { exportFolder })).rejects.toMatchObject({ code: 'folder_missing' })
      // not even root can create a file in it
      await expect(link.call('setup.change', { exportFolder: '/proc' })).rejects.toMatchObject({
        code: 'folder_not_writable',
      })
      expect(readSettings(data)?.exportFolder).toBeNull()
      mkdirSync(wanted)
      expect(await link.call('setup.change', { exportFolder: wanted })).toMatchObject({
        settings: { exportFolder: wanted },
        needsRestart: true,
      })
      expect(readdirSync(wanted)).toEqual([])
      expect(await link.call('setup.change', { exportFolder: null })).toMatchObject({
        settings: { exportFolder: join(data, 'exports') },
        needsRestart: false,
      })
    },
  )

  test(
    'a kiosk needs the technician’s PIN, which cannot be removed while the kiosk is on',
    { tags: 'long' },
    async () => {
      await expect(link.call('setup.change', { kiosk: true })).rejects.toMatchObject({ code: 'kiosk_needs_pin' })
      await link.call('pin.set', { grant: 'maintain', pin: '471147' })
      await expect(link.call('setup.read', {})).rejects.toMatchObject({ code: 'not_granted' })
      await link.call('grant.unlock', { pin: '471147' })
      expect(await link.call('setup.change', { kiosk: true })).toMatchObject({ kiosk: true })
      await expect(link.call('pin.set', { grant: 'maintain', pin: null })).rejects.toMatchObject({
        code: 'kiosk_needs_pin',
      })
      await link.call('grant.lock', {})
      await expect(link.call('setup.change', { kiosk: false })).rejects.toMatchObject({ code: 'not_granted' })
    },
  )

  test(
    'a failed restore is shown on the screens after the restart until a person acknowledges it',
    { tags: 'long' },
    async () => {
      const { backups } = await link.call('backup.make', {})
      // a folder with the name of the copy
      mkdirSync(join(data, 'outbox.db.restored'))
      await link.call('backup.restore', { name: backups[0]?.name ?? '' })
      await untilPasses(() => expect(warningCodes()).toContain('restore_failed'))
      await untilPasses(() => link.call('outbox.acknowledge', {}))
      expect(warningCodes()).not.toContain('restore_failed')
      rmSync(join(data, 'outbox.db.restored'), { recursive: true })
      await link.call('backup.restore', { name: backups[0]?.name ?? '' })
      await untilPasses(() => expect(readdirSync(data)).toContainEqual(expect.stringMatching(/^outbox\.replaced-/)))
      await untilPasses(() => expect(warningCodes()).not.toContain('restore_failed'))
    },
  )

  test(
    'a restored backup is shown on the screens after the restart, with its contents, until a person acknowledges it',
    { tags: 'long' },
    async () => {
      const { backups } = await link.call('backup.make', {})
      await link.call('backup.restore', { name: backups[0]?.name ?? '' })
      await untilPasses(() => expect(warningCodes()).toContain('restored'))
      const warning = opened.station.snapshot().status.warnings.find(({ code }) => code === 'restored')
      const folder = readdirSync(data).find((name) => name.startsWith('outbox.replaced-'))
      expect(warning?.params).toEqual({ marks: 0, undelivered: 0, folder })
      await untilPasses(() => link.call('outbox.acknowledge', {}))
      expect(warningCodes()).not.toContain('restored')
      await link.call('station.restart', {})
      await untilPasses(() => link.call('setup.read', {}))
      expect(warningCodes()).not.toContain('restored')
    },
  )

  test('the support bundle is a zip of exactly the shown files, without secrets, which no frame or file contains', async () => {
    await connectAndRestart()
    await link.call('pin.set', { grant: 'plan', pin: '90817263' })
    // as if an error had written the secret there
    writeFileSync(join(data, 'station.log'), `{"level":50,"time":1,"msg":"called with ${key}"}\n`, { flag: 'a' })
    await link.call('support.gather', {})
    await untilPasses(async () => expect(await link.call('support.read', {})).toMatchObject({ state: 'ready' }))
    const { path, files, redactedSecrets } = await link.call('support.save', {})
    expect(redactedSecrets).toBeGreaterThan(0)
    const unzipped = join(folder, 'unzipped')
    execFileSync('python3', ['-m', 'zipfile', '-e', path ?? '', unzipped])
    expect(readdirSync(unzipped).toSorted()).toEqual(files.map(({ name }) => name).toSorted())
    for (const { name, text } of files) expect(readFileSync(join(unzipped, name), 'utf8')).toBe(text)
    for (const secret of [key, '90817263', Buffer.from(key).toString('hex'), Buffer.from(key).toString('base64')]) {
      expect(files.filter(({ text }) => text.includes(secret))).toEqual([])
      expect(frames.filter((frame) => frame.includes(secret))).toEqual([])
    }
  })

  test('a cancelled bundle cannot be saved', async () => {
    await link.call('support.gather', {})
    await link.call('support.cancel', {})
    await expect(link.call('support.save', {})).rejects.toMatchObject({ code: 'support_not_ready' })
    expect(existsSync(join(data, 'exports', 'support'))).toBe(false)
  })

  test(
    'diagnostics and log show the state of the station, with the integrity of the stores on request',
    { tags: 'long' },
    async () => {
      await connectAndRestart()
      const state = await link.call('setup.diagnostics', { integrity: true })
      for (const looked of ['outbox', 'cache'])
        expect(state.stores.find(({ name }) => name === looked)).toMatchObject({ integrity: 'ok' })
      expect(state.versions[0]).toMatchObject({ name: 'Kant', version: expect.stringMatching(/^\d/) })
      const { lines } = await link.call('setup.log', { level: 'info', text: 'station is OPEN' })
      expect(lines.length).toBeGreaterThan(0)
      expect(await link.call('setup.log', { level: 'error', text: 'station is OPEN' })).toMatchObject({ lines: [] })
    },
  )
})
