// Long work on the page, in slices.
import { expect, test } from 'vitest'
import { runInSlices } from '../../../../src-renderer/ui/run-in-slices.ts'

/** Each piece takes longer than a slice. */
function* pieces(count: number, onPiece: (piece: number) => void): Generator<undefined, string> {
  for (let piece = 1; piece <= count; piece += 1) {
    const endMs = performance.now() + 15
    while (performance.now() < endMs);
    onPiece(piece)
    yield undefined
  }
  return `${count} pieces`
}

test('work begins after its caller has returned, and other work runs between its slices', async () => {
  const events: string[] = []
  const value = await new Promise<string>((resolve) => {
    runInSlices(
      pieces(3, (piece) => {
        events.push(`piece ${piece}`)
        setTimeout(() => events.push(`after piece ${piece}`))
      }),
      resolve,
    )
    events.push('returned')
  })
  expect(value).toBe('3 pieces')
  expect(events).toEqual([
    'returned',
    'piece 1',
    'after piece 1',
    'piece 2',
    'after piece 2',
    'piece 3',
    'after piece 3',
  ])
})

test('work that is left early never reports its value', async () => {
  const values: string[] = []
  const done: number[] = []
  await new Promise<void>((resolve) => {
    const leave = runInSlices(
      pieces(3, (piece) => {
        done.push(piece)
        setTimeout(leave)
        setTimeout(() => setTimeout(() => setTimeout(resolve)))
      }),
      (value) => values.push(value),
    )
  })
  expect([done, values]).toEqual([[1], []])
})
