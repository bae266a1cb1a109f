// Closing what was opened, in the reverse order.
import { expect, test } from 'vitest'
import { CloseStack } from '../../../src-main/platform/close-stack.ts'

/** A stack of two parts; `closed` has their names in the order in which they were closed. */
function stackOfTwo() {
  const closed: string[] = []
  const stack = new CloseStack()
  stack.add(() => closed.push('first'))
  stack.add(async () => {
    await Promise.resolve()
    closed.push('second')
  })
  return { stack, closed }
}

test('parts are closed one after the other, newest first', async () => {
  const { stack, closed } = stackOfTwo()
  await stack.close()
  expect(closed).toEqual(['second', 'first'])
})

test('a part that fails to close does not stop the others, and its error is the result', async () => {
  const { stack, closed } = stackOfTwo()
  stack.add(() => {
    throw new Error('the disk is full')
  })
  await expect(stack.close()).rejects.toThrow('the disk is full')
  expect(closed).toEqual(['second', 'first'])
})

test('a second close waits for the first one and closes nothing again', async () => {
  const { stack, closed } = stackOfTwo()
  expect(stack.isClosing).toBe(false)
  const closing = stack.close()
  expect(stack.isClosing).toBe(true)
  await stack.close()
  expect(closed).toHaveLength(2)
  await closing
  expect(closed).toHaveLength(2)
})
