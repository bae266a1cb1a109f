import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createUpdateGate } from '../../../../src-main/electron/updates/update-gate.ts'

test('an update is installed once a person agreed and the station is idle, in either order', () => {
  for (const last of ['agree', 'idle'] as const) {
    const install = vi.fn<() => boolean>(() => true)
    const gate = createUpdateGate(install)
    gate.ready('1.2.0')
    if (last === 'idle') gate.agree()
    else gate.idle(true)
    expect(install).not.toHaveBeenCalled()
    if (last === 'idle') gate.idle(true)
    else gate.agree()
    expect(install).toHaveBeenCalledOnce()
  }
})

test('an agreement applies to one version only', () => {
  const install = vi.fn<() => boolean>(() => true)
  const gate = createUpdateGate(install)
  gate.ready('1.2.0')
  gate.agree()
  gate.ready('1.3.0')
  gate.idle(true)
  expect(install).not.toHaveBeenCalled()
})

test('after any events, nothing is installed during work, without an agreement or twice', () => {
  const step = fc.constantFrom('1.2.0', '1.3.0', 'agree', 'idle', 'at work')
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      let [idle, version, agreed, installs]: [boolean, string | null, string | null, number] = [false, null, null, 0]
      const gate = createUpdateGate(() => {
        installs += 1
        expect([idle, agreed]).toEqual([true, version])
        return true
      })
      for (const one of steps) {
        if (one === 'agree') agreed = version
        else if (one === 'idle' || one === 'at work') idle = one === 'idle'
        else version = one
        if (one === 'agree') gate.agree()
        else if (one === 'idle' || one === 'at work') gate.idle(idle)
        else gate.ready(one)
      }
      expect(installs).toBeLessThanOrEqual(1)
      expect(gate.version()).toBe(version)
    }),
  )
})

test('a version that is withdrawn is not installed, and one that comes again needs no second agreement', () => {
  const install = vi.fn<() => boolean>(() => true)
  const gate = createUpdateGate(install)
  gate.ready('1.2.0')
  gate.agree()
  gate.withdraw()
  gate.idle(true)
  expect(install).not.toHaveBeenCalled()
  expect(gate.version()).toBeNull()
  gate.ready('1.2.0')
  expect(install).toHaveBeenCalledOnce()
})

test('a file that is refused at its installation does not stop the next one', () => {
  let isSigned = false
  const install = vi.fn<() => boolean>(() => isSigned)
  const gate = createUpdateGate(install)
  gate.idle(true)
  gate.ready('1.2.0')
  gate.agree()
  expect(gate.version()).toBeNull()
  isSigned = true
  gate.ready('1.2.0')
  expect(install).toHaveBeenCalledTimes(2)
})
