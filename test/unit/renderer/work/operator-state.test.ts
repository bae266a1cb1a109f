import { expect, test, vi } from 'vitest'
import { idleMs, OperatorState } from '../../../../src-renderer/work/operator-state.ts'

function createState() {
  let now = 0
  const state = new OperatorState(() => now)
  return {
    state,
    /** Advances the clock, then touches the screen. */
    touchAfter: (ms: number) => {
      now += ms
      state.onTouch()
    },
  }
}

test('no operator is chosen after a start', () => {
  expect(createState().state.current.value).toEqual({ isAnswered: false, operatorId: null })
})

test('the chosen operator stays chosen while the screen is touched within half an hour', () => {
  const { state, touchAfter } = createState()
  state.choose('kn')
  for (let touches = 0; touches < 10; touches += 1) touchAfter(idleMs - 1)
  expect(state.current.value).toEqual({ isAnswered: true, operatorId: 'kn' })
})

test('after half an hour without a touch no operator is chosen, and the screen is notified', () => {
  const { state, touchAfter } = createState()
  const onChange = vi.fn<() => void>()
  state.choose('kn')
  state.current.subscribe(onChange)
  touchAfter(idleMs)
  expect(state.current.value).toEqual({ isAnswered: false, operatorId: null })
  expect(onChange).toHaveBeenCalledTimes(1)
})

test('a person without a name is asked again only after half an hour', () => {
  const { state, touchAfter } = createState()
  state.choose(null)
  touchAfter(idleMs - 1)
  expect(state.current.value.isAnswered).toBe(true)
  touchAfter(idleMs)
  expect(state.current.value.isAnswered).toBe(false)
})
