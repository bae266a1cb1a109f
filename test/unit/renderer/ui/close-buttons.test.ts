// A button that only closes a dialog or a screen is never primary: the primary button does something.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../../../src-renderer')

/** A button with the text of a key such as 'drawing.close'. */
const closeButton = /<Button((?:(?!<Button)[^])*?)>\s*\{(?:texts\.)?t\('\w+\.close'\)\}\s*<\/Button>/g

const closeButtons = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(closeButton)].map(([, options = '']) => ({ name, options })),
  )

test('no button that closes is primary', () => {
  expect(closeButtons.length).toBeGreaterThan(5)
  expect(closeButtons.filter(({ options }) => options.includes('primary')).map(({ name }) => name)).toEqual([])
})
