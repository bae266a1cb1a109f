// Programs as files in a real folder: a file is complete or absent, never overwrites another one, and faults of the folder are reported.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFileDrop } from '../../../../src-main/brake/drivers/file-drop.ts'
import { readFileDropTemplate } from '../../../../src-main/brake/maps/dnc-template.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { aProgram, fileDropTemplate } from '../../../fixtures/dnc.ts'
import { bumpProgram, otherStroke } from '../../../fixtures/bump-program.ts'
import { hemProgram, oldControllerText, otherKind } from '../../../fixtures/hem-program.ts'
import { manualClock } from '../../../manual-clock.ts'

const never = new AbortController().signal
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-drop-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const driverFor = (path = folder) => createFileDrop({ folder: path, template: fileDropTemplate(), clock: systemClock })

describe('a program as a file', () => {
  test('has its own name and is read back as it was written', async () => {
    const driver = driverFor()
    const program = aProgram(2)
    await driver.upload(program, never)
    expect(readdirSync(folder)).toEqual(['T-000412-3_p1_d4_v1.txt'])
    expect(readFileSync(join(folder, 'T-000412-3_p1_d4_v1.txt'), 'latin1').split('\r\n')).toEqual([
      'PROGRAM T-000412-3 PIECE 1 VERSION 1 STEPS 2',
      expect.stringMatching(/^STEP 1 BEND 1 KIND BEND UP ANGLE 90\.00 CORRECTION -0\.50 SPRINGBACK - GAUGE 40\.00 /),
      expect.stringMatching(/^POSE B FLIP 0 /),
      expect.stringMatching(/^STEP 2 BEND 2 KIND BEND DOWN /),
      expect.stringMatching(/^POSE B FLIP 1 /),
      'END',
      '',
    ])
    await expect(driver.verify(program)).resolves.toEqual({ same: true, differences: [] })
  })

  test('with a hem is read back unchanged, and a step of another kind differs', async () => {
    const driver = driverFor()
    await driver.upload(hemProgram, never)
    await expect(driver.verify(hemProgram)).resolves.toEqual({ same: true, differences: [] })
    const { differences } = await driver.verify(otherKind)
    expect(differences).toMatchObject([{ address: 2, stepNo: 1 }])
  })

  test('of a bump row is read back unchanged, and another stroke differs', async () => {
    const driver = driverFor()
    await driver.upload(bumpProgram, never)
    await expect(driver.verify(bumpProgram)).resolves.toEqual({ same: true, differences: [] })
    expect((await driver.verify(otherStroke)).differences).toMatchObject([{ stepNo: 15 }])
  })

  test('with a hem is not written for a controller without a field for the kind', async () => {
    const read = readFileDropTemplate(oldControllerText('file-drop'))
    if (!read.ok) throw new Error(JSON.stringify(read.error))
    const driver = createFileDrop({ folder, template: read.value, clock: systemClock })
    await expect(driver.upload(hemProgram, never)).rejects.toMatchObject({ code: 'out_of_range' })
    expect(readdirSync(folder)).toEqual([])
  })

  test('has a name for each hand and version, and is never outside the folder', async () => {
    const driver = driverFor()
    await driver.upload(aProgram(1, { hand: 'left' }), never)
    await driver.upload(aProgram(1, { hand: 'right', version: 2 }), never)
    await driver.upload(aProgram(1, { name: '../../etc/x' }), never)
    expect(readdirSync(folder).toSorted()).toEqual([
      'T-000412-3_p1_L_d4_v1.txt',
      'T-000412-3_p1_R_d4_v2.txt',
      '______etc_x_p1_d4_v1.txt',
    ])
  })

  test('can be uploaded twice, and does not overwrite a file with other content', async () => {
    const driver = driverFor()
    await driver.upload(aProgram(2), never)
    await driver.upload(aProgram(2), never)
    const path = join(folder, 'T-000412-3_p1_d4_v1.txt')
    writeFileSync(path, 'changed at the machine\r\n')
    await expect(driver.upload(aProgram(2), never)).rejects.toMatchObject({ code: 'refused' })
    expect(readFileSync(path, 'latin1')).toBe('changed at the machine\r\n')
    const { same, differences } = await driver.verify(aProgram(2))
    expect(same).toBe(false)
    expect(differences[1]).toMatchObject({ address: 2, stepNo: 1, read: '' })
  })

  test('is not written if the upload was cancelled or a figure is out of range', async () => {
    const driver = driverFor()
    await expect(driver.upload(aProgram(2), AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' })
    await expect(driver.upload(aProgram(61), never)).rejects.toMatchObject({ code: 'out_of_range' })
    expect(readdirSync(folder)).toEqual([])
  })
})

/** A signal that is never aborted. Calls `onRename` when the driver checks it the second time: just before it renames the file. */
const signalBeforeRename = (onRename: () => void): AbortSignal => {
  const { signal } = new AbortController()
  let checks = 0
  Object.defineProperty(signal, 'aborted', {
    get: () => {
      checks += 1
      if (checks === 2) onRename()
      return false
    },
  })
  return signal
}
const driverWithManualClock = () => {
  const clock = manualClock()
  return { clock, driver: createFileDrop({ folder, template: fileDropTemplate(), clock }) }
}

describe('a folder that answers too late', () => {
  test('gets no file after the upload was reported as failed', async () => {
    const { clock, driver } = driverWithManualClock()
    const signal = signalBeforeRename(() => clock.advance(10_000))
    await expect(driver.upload(aProgram(2), signal)).rejects.toMatchObject({
      code: 'no_answer',
      message: `${folder} did not answer within 10 s`,
    })
    await expect.poll(() => readdirSync(folder)).toEqual([])
  })

  test('may still get the file if the rename has started; the next upload succeeds', async () => {
    const { clock, driver } = driverWithManualClock()
    const signal = signalBeforeRename(() => queueMicrotask(() => clock.advance(10_000)))
    await expect(driver.upload(aProgram(2), signal)).rejects.toMatchObject({
      code: 'no_answer',
      message: `${folder} did not answer within 10 s; the file may still appear there`,
    })
    await expect.poll(() => readdirSync(folder)).toEqual(['T-000412-3_p1_d4_v1.txt'])
    await driver.upload(aProgram(2), never)
  })
})

test('an upload removes the old temporary files of a killed station, and no other files', async () => {
  const writeOldFile = (name: string, secondsAgo: number): void => {
    const modifiedAt = new Date(Date.now() - secondsAgo * 1_000)
    writeFileSync(join(folder, name), 'half')
    utimesSync(join(folder, name), modifiedAt, modifiedAt)
  }
  writeOldFile('T-000412-3_p1_L_d4_v2.txt.4711.part', 90)
  writeOldFile('T-000412-3_p1_R_d4_v2.txt.4712.part', 5)
  writeOldFile('music.part', 90)
  writeOldFile('T-000412-3_p9_d4_v1.txt', 90)
  await driverFor().upload(aProgram(2), never)
  expect(readdirSync(folder).toSorted()).toEqual([
    'T-000412-3_p1_R_d4_v2.txt.4712.part',
    'T-000412-3_p1_d4_v1.txt',
    'T-000412-3_p9_d4_v1.txt',
    'music.part',
  ])
})

describe('a folder that cannot be used', () => {
  test('is reported and not created if it is missing or is a file', async () => {
    const missing = driverFor(join(folder, 'missing'))
    await expect(missing.probe()).rejects.toMatchObject({ code: 'no_answer' })
    await expect(missing.upload(aProgram(), never)).rejects.toMatchObject({ code: 'no_answer' })
    await expect(missing.verify(aProgram())).rejects.toMatchObject({ code: 'no_answer' })
    writeFileSync(join(folder, 'file'), '')
    await expect(driverFor(join(folder, 'file')).probe()).rejects.toMatchObject({ code: 'refused' })
    expect(readdirSync(folder)).toEqual(['file'])
  })

  test.each([
    ['is full', 'mount -t tmpfs -o size=8k,nr_inodes=8 none "$1" && head -c 8192 /dev/zero > "$1/full"', /is full/],
    ['is read-only', 'mount -t tmpfs -o ro none "$1"', /read-only disk/],
  ])('because it %s is reported, and no partial file remains', (_, mount, message) => {
    const program = join(import.meta.dirname, 'dropping-program.ts')
    const ran = spawnSync(
      'unshare',
      ['-rm', 'sh', '-c', `${mount} && exec "$2" "$3" "$1"`, 'sh', folder, process.execPath, program],
      { encoding: 'utf8' },
    )
    expect(ran.stderr, 'a small disk can be mounted').toBe('')
    expect(ran.stdout).toMatch(/^refused /)
    expect(ran.stdout).toMatch(message)
    expect(ran.stdout).not.toContain('.part')
  })

  test('is reported by the next status if it was removed, and works again when it is back', async () => {
    const driver = driverFor()
    await expect(driver.status()).resolves.toEqual({ safe: null, running: null, step: null })
    rmSync(folder, { recursive: true })
    await expect(driver.status()).rejects.toMatchObject({ code: 'no_answer' })
    mkdirSync(folder)
    await expect(driver.status()).resolves.toEqual({ safe: null, running: null, step: null })
  })

  test('gets no file after the driver is closed', async () => {
    const driver = driverFor()
    await driver.close()
    await expect(driver.upload(aProgram(), never)).rejects.toMatchObject({ code: 'line_ended' })
    expect(readdirSync(folder)).toEqual([])
  })
})
