import { expect, test, vi } from 'vitest'
import { createOperatorStore, idleMs } from '../../../../src-renderer/work/operator-now.ts'

function storeAt() {
  let now = 0
  const store = createOperatorStore(() => now)
  return {
    store,
    /** Lets time pass, and touches the screen. */
    touchAfter: (ms: number) => {
      now += ms
      store.touched()
    },
  }
}

test('nobody stands here after a start', () => {
  expect(storeAt().store.now()).toEqual({ asked: false, operatorId: null })
})

test('whoever was chosen stands here as long as the screen is touched within half an hour', () => {
  const { store, touchAfter } = storeAt()
  store.choose('kn')
  for (let touches = 0; touches < 10; touches += 1) touchAfter(idleMs - 1)
  expect(store.now()).toEqual({ asked: true, operatorId: 'kn' })
})

test('after half an hour without a touch it may be somebody else, and the screen is told', () => {
  const { store, touchAfter } = storeAt()
  const told = vi.fn<() => void>()
  store.choose('kn')
  store.subscribe(told)
  touchAfter(idleMs)
  expect(store.now()).toEqual({ asked: false, operatorId: null })
  expect(told).toHaveBeenCalledTimes(1)
})

test('somebody without a name is asked no more often than others', () => {
  const { store, touchAfter } = storeAt()
  store.choose(null)
  touchAfter(idleMs - 1)
  expect(store.now().asked).toBe(true)
  touchAfter(idleMs)
  expect(store.now().asked).toBe(false)
})
