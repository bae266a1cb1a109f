// What is worked out once is worked out of a thing that cannot change.
import { expect, test } from 'vitest'
import { frozen, once } from '../../../src-main/platform/once.ts'

test('of a frozen thing it is worked out once, of any other each time', () => {
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

test('a frozen thing is frozen through and through', () => {
  const thing = frozen({ list: [{ value: 1 }], none: null })
  expect(() => Object.assign(thing.list[0] ?? {}, { value: 2 })).toThrow(TypeError)
  expect(() => thing.list.pop()).toThrow(TypeError)
})
