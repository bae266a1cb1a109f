// PINs and the grants that they open: real files, real hashes, a clock that the test controls.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { grants, memoryChannels, serve, type GrantsView } from '../../../../shared/station-api/index.ts'
import { Locks, openForMs } from '../../../../src-main/station/access/locks.ts'
import { openPins, type Pins } from '../../../../src-main/station/access/pins.ts'
import { smallStation } from '../../station-api/small-station.ts'
import { manualClock, type ManualClock } from '../../../manual-clock.ts'

let folder: string
let clock: ManualClock
let pins: Pins
let locks: Locks
let faults: unknown[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kant-pins-'))
  clock = manualClock()
  faults = []
  start()
})
afterEach(() => {
  locks.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Opens the PINs and the locks, as at a start of the program. */
function start(): void {
  pins = openPins(folder)
  locks = new Locks({ pins, clock, onError: (fault) => void faults.push(fault) })
}

const set = async (grant: Parameters<Pins['change']>[0], pin: string | null): Promise<string> => {
  const changed = await pins.change(grant, pin)
  locks.handlePinsChanged()
  return changed
}

const nowhere = (): void => {}

describe('a station’s PINs', () => {
  test('without a PIN everything is open, and nothing counts as unlocked', () => {
    expect(locks.admit(nowhere).current()).toEqual({
      open: ['operate', 'plan', 'oversee', 'maintain'],
      unlocked: false,
    })
  })

  test('a PIN closes only its own grant, on every screen at once', async () => {
    const views: GrantsView[] = []
    locks.admit((view) => void views.push(view))
    await set('maintain', '4711')
    expect(views.at(-1)).toEqual({ open: ['operate', 'plan', 'oversee'], unlocked: false })
  })

  test('a PIN of the command line closes the open screens when the next one connects, and that one connects', async () => {
    const first: GrantsView[] = []
    locks.admit((view) => void first.push(view))
    await pins.change('maintain', '4711')
    const station = { ...smallStation(), admit: locks.admit.bind(locks) }
    const [stationEnd] = memoryChannels()
    serve(stationEnd, { station, grants: new Set(grants), onError: (_, fault) => void faults.push(fault) })
    expect([first.at(-1)?.open, faults]).toEqual([['operate', 'plan', 'oversee'], []])
  })

  test(
    'the technician’s PIN opens all grants, the supervisor’s also the plan, the planner’s only the plan',
    { tags: 'long' },
    async () => {
      await set('plan', '1111')
      await set('oversee', '2222')
      await set('maintain', '3333')
      for (const [pin, open] of [
        ['1111', ['operate', 'plan']],
        ['2222', ['operate', 'plan', 'oversee']],
        ['3333', ['operate', 'plan', 'oversee', 'maintain']],
      ] as const)
        expect(await locks.admit(nowhere).unlock(pin)).toEqual({ outcome: 'opened', open })
    },
  )

  test('a grant that is open on one screen is closed on another', { tags: 'long' }, async () => {
    await set('maintain', '4711')
    const [one, other] = [locks.admit(nowhere), locks.admit(nowhere)]
    await one.unlock('4711')
    expect(one.current()).toMatchObject({ unlocked: true })
    expect(other.current().open).not.toContain('maintain')
  })

  test('a grant stays open for ten minutes after the last call that needed it, and the screen is notified when it closes', async () => {
    await set('maintain', '4711')
    const views: GrantsView[] = []
    const access = locks.admit((view) => void views.push(view))
    await access.unlock('4711')
    clock.advance(openForMs - 1)
    access.extend('maintain')
    clock.advance(openForMs - 1)
    // a call without a PIN does not extend a grant
    access.extend('operate')
    expect(access.current().open).toContain('maintain')
    clock.advance(1)
    expect(access.current().open).not.toContain('maintain')
    await Promise.resolve()
    expect(views.at(-1)).toEqual({ open: ['operate', 'plan', 'oversee'], unlocked: false })
  })

  test('a person can lock it earlier', async () => {
    await set('oversee', '2222')
    const access = locks.admit(nowhere)
    await access.unlock('2222')
    access.lock()
    expect(access.current()).toEqual({ open: ['operate', 'plan', 'maintain'], unlocked: false })
  })

  test(
    'after five wrong PINs there is a growing pause, in which the correct PIN is not checked',
    { tags: 'long' },
    async () => {
      await set('maintain', '4711')
      const access = locks.admit(nowhere)
      for (const triesLeft of [4, 3, 2, 1])
        expect(await access.unlock('0000')).toEqual({ outcome: 'wrong', triesLeft, waitSeconds: 0 })
      expect(await access.unlock('0000')).toEqual({ outcome: 'wrong', triesLeft: 0, waitSeconds: 30 })
      // another window has the same pause
      expect(await locks.admit(nowhere).unlock('4711')).toEqual({ outcome: 'wait', waitSeconds: 30 })
      clock.advance(30_000)
      expect(await access.unlock('0000')).toEqual({ outcome: 'wrong', triesLeft: 0, waitSeconds: 60 })
      clock.advance(60_000)
      expect(await access.unlock('4711')).toMatchObject({ outcome: 'opened' })
      expect(await access.unlock('0000')).toMatchObject({ triesLeft: 4 })
    },
  )

  test(
    'the PIN of a lower grant gives no new tries for a higher one, and still opens its own',
    { tags: 'long' },
    async () => {
      await set('plan', '1111')
      await set('maintain', '4711')
      const access = locks.admit(nowhere)
      for (const triesLeft of [4, 3]) expect(await access.unlock('0000')).toMatchObject({ outcome: 'wrong', triesLeft })
      expect(await access.unlock('1111')).toMatchObject({ outcome: 'opened' })
      for (const triesLeft of [2, 1, 0])
        expect(await access.unlock('0000')).toMatchObject({ outcome: 'wrong', triesLeft })
      clock.advance(30_000)
      expect(await access.unlock('1111')).toMatchObject({ outcome: 'opened' })
      expect(await access.unlock('0000')).toMatchObject({ outcome: 'wrong', waitSeconds: 60 })
    },
  )

  test('wrong PINs no longer count twelve hours after the last one, also over restarts', { tags: 'long' }, async () => {
    await set('plan', '1111')
    await set('maintain', '4711')
    pins.setWrong(4, clock.now())
    clock.advance(12 * 3_600_000)
    expect(await locks.admit(nowhere).unlock('0000')).toMatchObject({ triesLeft: 0, waitSeconds: 30 })
    locks.close()
    start()
    clock.advance(12 * 3_600_000 + 1)
    expect(await locks.admit(nowhere).unlock('0000')).toMatchObject({ triesLeft: 4, waitSeconds: 0 })
  })

  test('a restart of the program does not end the pause', { tags: 'long' }, async () => {
    await set('maintain', '4711')
    for (let tried = 0; tried < 5; tried++) await locks.admit(nowhere).unlock('0000')
    locks.close()
    start()
    expect(await locks.admit(nowhere).unlock('4711')).toEqual({ outcome: 'wait', waitSeconds: 30 })
  })

  test('simultaneous tries are checked one after the other', { tags: 'long' }, async () => {
    await set('maintain', '4711')
    const access = locks.admit(nowhere)
    const answers = await Promise.all(Array.from({ length: 7 }, () => access.unlock('0000')))
    expect(answers.filter(({ outcome }) => outcome === 'wrong')).toHaveLength(5)
  })

  test('two grants cannot have the same PIN', { tags: 'long' }, async () => {
    await set('oversee', '2222')
    expect(await set('maintain', '2222')).toBe('used')
    expect(pins.grantsWithPin()).toEqual(['oversee'])
    expect(await set('oversee', '2222')).toBe('changed')
  })

  test('the file contains no PIN, and only its user can read it', async () => {
    await set('maintain', '471100')
    const path = join(folder, 'pins.json')
    expect(readFileSync(path, 'utf8')).not.toContain('471100')
    expect(statSync(path).mode & 0o077).toBe(0)
  })

  test(
    'a PIN that the command line removed is not valid at the next unlock, and a damaged file opens nothing',
    { tags: 'long' },
    async () => {
      await set('plan', '1111')
      await set('maintain', '4711')
      await openPins(folder).change('maintain', null)
      const access = locks.admit(nowhere)
      expect(access.current().open).toContain('maintain')
      writeFileSync(join(folder, 'pins.json'), '{')
      locks.handlePinsChanged()
      expect(locks.admit(nowhere).current().open).toEqual(['operate'])
      expect(faults).not.toEqual([])
      expect(JSON.stringify(faults)).not.toContain('1111')
    },
  )
})
