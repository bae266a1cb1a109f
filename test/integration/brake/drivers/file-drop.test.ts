// Programs as files in a real folder: whole or not there, never over another, and a folder that will not have them said plainly.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFileDrop } from '../../../../src-main/brake/drivers/file-drop.ts'
import { systemClock } from '../../../../src-main/platform/clock.ts'
import { aProgram, fileDropTemplate } from '../../../fixtures/dnc.ts'
import { manualClock } from '../../../manual-clock.ts'

const never = new AbortController().signal
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-drop-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const dropped = (into = folder) => createFileDrop({ folder: into, template: fileDropTemplate(), clock: systemClock })

describe('a program dropped into a folder', () => {
  test('is a file of its own name, whole, and read back the same', async () => {
    const driver = dropped()
    const program = aProgram(2)
    await driver.upload(program, never)
    expect(readdirSync(folder)).toEqual(['T-000412-3_p1_d4_v1.txt'])
    expect(readFileSync(join(folder, 'T-000412-3_p1_d4_v1.txt'), 'latin1').split('\r\n')).toEqual([
      'PROGRAM T-000412-3 PIECE 1 VERSION 1 STEPS 2',
      expect.stringMatching(/^STEP 1 BEND 1 UP ANGLE 90\.00 CORRECTION -0\.50 GAUGE 40\.00 LAST /),
      expect.stringMatching(/^STEP 2 BEND 2 DOWN /),
      'END',
      '',
    ])
    await expect(driver.verify(program)).resolves.toEqual({ same: true, differences: [] })
  })

  test('has another name for each hand and version, and a name cannot lead out of the folder', async () => {
    const driver = dropped()
    await driver.upload(aProgram(1, { hand: 'left' }), never)
    await driver.upload(aProgram(1, { hand: 'right', version: 2 }), never)
    await driver.upload(aProgram(1, { name: '../../etc/x' }), never)
    expect(readdirSync(folder).toSorted()).toEqual([
      'T-000412-3_p1_L_d4_v1.txt',
      'T-000412-3_p1_R_d4_v2.txt',
      '______etc_x_p1_d4_v1.txt',
    ])
  })

  test('may be sent twice, and is not written over what stands there with other words', async () => {
    const driver = dropped()
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

  test('is not there where it was called off, or a figure is out of range', async () => {
    const driver = dropped()
    await expect(driver.upload(aProgram(2), AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' })
    await expect(driver.upload(aProgram(15), never)).rejects.toMatchObject({ code: 'out_of_range' })
    expect(readdirSync(folder)).toEqual([])
  })
})

/** A signal that nobody aborts, by which a test sees that the file is about to get its name. */
const beforeItsName = (then: () => void): AbortSignal => {
  const { signal } = new AbortController()
  let asked = 0
  Object.defineProperty(signal, 'aborted', {
    get: () => {
      asked += 1
      if (asked === 2) then()
      return false
    },
  })
  return signal
}
const lateDrop = () => {
  const clock = manualClock()
  return { clock, driver: createFileDrop({ folder, template: fileDropTemplate(), clock }) }
}

describe('a folder that answers too late', () => {
  test('has no file once it was told that it has none', async () => {
    const { clock, driver } = lateDrop()
    const late = beforeItsName(() => clock.advance(10_000))
    await expect(driver.upload(aProgram(2), late)).rejects.toMatchObject({
      code: 'no_answer',
      message: `${folder} did not answer within 10 s`,
    })
    await expect.poll(() => readdirSync(folder)).toEqual([])
  })

  test('is said to get it yet where it cannot be called back, and takes it when it is sent again', async () => {
    const { clock, driver } = lateDrop()
    const late = beforeItsName(() => queueMicrotask(() => clock.advance(10_000)))
    await expect(driver.upload(aProgram(2), late)).rejects.toMatchObject({
      code: 'no_answer',
      message: `${folder} did not answer within 10 s; the file may come there yet`,
    })
    await expect.poll(() => readdirSync(folder)).toEqual(['T-000412-3_p1_d4_v1.txt'])
    await driver.upload(aProgram(2), never)
  })
})

test('what a killed station left half written is removed at the next upload, and nothing that may be at work', async () => {
  const put = (name: string, secondsAgo: number): void => {
    const at = new Date(Date.now() - secondsAgo * 1_000)
    writeFileSync(join(folder, name), 'half')
    utimesSync(join(folder, name), at, at)
  }
  put('T-000412-3_p1_L_d4_v2.txt.4711.part', 90)
  put('T-000412-3_p1_R_d4_v2.txt.4712.part', 5)
  put('music.part', 90)
  put('T-000412-3_p9_d4_v1.txt', 90)
  await dropped().upload(aProgram(2), never)
  expect(readdirSync(folder).toSorted()).toEqual([
    'T-000412-3_p1_R_d4_v2.txt.4712.part',
    'T-000412-3_p1_d4_v1.txt',
    'T-000412-3_p9_d4_v1.txt',
    'music.part',
  ])
})

describe('a folder that will not have it', () => {
  test('is gone, or is a file: said, and nothing is made in its place', async () => {
    const gone = dropped(join(folder, 'gone'))
    await expect(gone.probe()).rejects.toMatchObject({ code: 'no_answer' })
    await expect(gone.upload(aProgram(), never)).rejects.toMatchObject({ code: 'no_answer' })
    await expect(gone.verify(aProgram())).rejects.toMatchObject({ code: 'no_answer' })
    writeFileSync(join(folder, 'file'), '')
    await expect(dropped(join(folder, 'file')).probe()).rejects.toMatchObject({ code: 'refused' })
    expect(readdirSync(folder)).toEqual(['file'])
  })

  test.each([
    ['is full', 'mount -t tmpfs -o size=8k,nr_inodes=8 none "$1" && head -c 8192 /dev/zero > "$1/full"', /is full/],
    ['can only be read', 'mount -t tmpfs -o ro none "$1"', /only be read/],
  ])('%s: said in words, and nothing half is left', (_, mount, words) => {
    const program = join(import.meta.dirname, 'dropping-program.ts')
    const ran = spawnSync(
      'unshare',
      ['-rm', 'sh', '-c', `${mount} && exec "$2" "$3" "$1"`, 'sh', folder, process.execPath, program],
      { encoding: 'utf8' },
    )
    expect(ran.stderr, 'a small disk can be mounted').toBe('')
    expect(ran.stdout).toMatch(/^refused /)
    expect(ran.stdout).toMatch(words)
    expect(ran.stdout).not.toContain('.part')
  })

  test('goes away while it is linked: noticed when it is next asked how it stands, and once it is back, too', async () => {
    const driver = dropped()
    await expect(driver.status()).resolves.toEqual({ safe: null, running: null })
    rmSync(folder, { recursive: true })
    await expect(driver.status()).rejects.toMatchObject({ code: 'no_answer' })
    mkdirSync(folder)
    await expect(driver.status()).resolves.toEqual({ safe: null, running: null })
  })

  test('was let go: nothing more is done in it', async () => {
    const driver = dropped()
    await driver.close()
    await expect(driver.upload(aProgram(), never)).rejects.toMatchObject({ code: 'line_ended' })
    expect(readdirSync(folder)).toEqual([])
  })
})
