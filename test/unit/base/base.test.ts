import { describe, expect, test, vi } from 'vitest'
import { backoffMs } from '../../../shared/base/backoff.ts'
import { Cancellation } from '../../../shared/base/cancellation.ts'
import { Emitter } from '../../../shared/base/emitter.ts'

describe('backoffMs', () => {
  const steps = [100, 200, 500] as const

  test.each([
    [0, 0],
    [1, 100],
    [2, 200],
    [3, 500],
    [40, 500],
  ])('after %i failures it waits %i ms', (failures, pauseMs) => {
    expect(backoffMs(steps, failures)).toBe(pauseMs)
  })
})

const ignoreError = (): void => {}

describe('Emitter', () => {
  test('a listener that throws does not stop the others, and its error is reported', () => {
    const errors: unknown[] = []
    const emitter = new Emitter<number>((error) => errors.push(error))
    const fault = new Error('broken listener')
    const received: number[] = []
    emitter.subscribe(() => {
      throw fault
    })
    emitter.subscribe((value) => received.push(value))
    emitter.emit(7)
    expect(received).toEqual([7])
    expect(errors).toEqual([fault])
  })

  test('a listener that unsubscribes is not called again, also during an emit', () => {
    const emitter = new Emitter<string>(ignoreError)
    const second = vi.fn<(value: string) => void>()
    let unsubscribeSecond = ignoreError
    emitter.subscribe(() => unsubscribeSecond())
    unsubscribeSecond = emitter.subscribe(second)
    emitter.emit('a')
    expect(second).not.toHaveBeenCalled()
    expect(emitter.hasListeners).toBe(true)
  })

  test('a function that subscribes twice is called twice, and unsubscribes once at a time', () => {
    const emitter = new Emitter<string>(ignoreError)
    const listen = vi.fn<(value: string) => void>()
    const unsubscribe = emitter.subscribe(listen)
    emitter.subscribe(listen)
    emitter.emit('a')
    unsubscribe()
    emitter.emit('b')
    expect(listen.mock.calls).toEqual([['a'], ['a'], ['b']])
  })
})

describe('Cancellation', () => {
  test('a listener that throws does not stop the others, and its error is reported', () => {
    const errors: unknown[] = []
    const cancellation = new Cancellation((error) => errors.push(error))
    const fault = new Error('broken listener')
    const second = vi.fn<() => void>()
    cancellation.onCancel(() => {
      throw fault
    })
    cancellation.onCancel(second)
    cancellation.cancel()
    cancellation.cancel()
    expect(second).toHaveBeenCalledOnce()
    expect(errors).toEqual([fault])
  })

  test('a listener that comes after the cancellation is not called', () => {
    const cancellation = new Cancellation()
    cancellation.cancel()
    const late = vi.fn<() => void>()
    cancellation.onCancel(late)
    cancellation.cancel()
    expect(cancellation.isCancelled).toBe(true)
    expect(late).not.toHaveBeenCalled()
  })
})
