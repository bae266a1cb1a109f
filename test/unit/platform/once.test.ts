// Cached computations of frozen values.
import { expect, test } from 'vitest'
import { frozen, once } from '../../../src-main/platform/once.ts'

test('the result for a frozen value is computed once, for any other each time', () => {
  let times = 0
  const total = once(({ parts }: { parts: number[] }): number => {
    times += 1
    return parts.reduce((sum, part) => sum + part, 0)
  })
  const open = { parts: [1, 2] }
  expect(total(open)).toBe(3)
  open.parts.push(3)
  expect(total(open)).toBe(6)
  expect(times).toBe(2)
  const fixed = frozen({ parts: [4] })
  expect([total(fixed), total(fixed), total(frozen({ parts: [5] }))]).toEqual([4, 4, 5])
  expect(times).toBe(4)
})

test('a frozen value is frozen at every depth', () => {
  const value = frozen({ list: [{ value: 1 }], none: null })
  expect(() => Object.assign(value.list[0] ?? {}, { value: 2 })).toThrow(TypeError)
  expect(() => value.list.pop()).toThrow(TypeError)
})
