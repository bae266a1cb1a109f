// A native select has the look and the touch size of the system, not of the app.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../../../src-renderer')

test('every selection is the app’s own', () => {
  const components = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  const contents = components.map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
  expect(contents.filter(({ text }) => text.includes('<Select')).length).toBeGreaterThan(2)
  expect(contents.filter(({ text }) => /<select\b/.test(text)).map(({ name }) => name)).toEqual([])
})
