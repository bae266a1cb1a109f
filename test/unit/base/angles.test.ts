// One rule for angles: no bare `angleDeg` outside the wire format and the formats of files. Tests write such formats, so they may have the
// name as a field, but not as a variable. Reads the sources.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** Where the field name of a format is right: the wire format, the files of a workshop, a stored program, the names of fields. */
const formats = [
  'shared/workshop-api/',
  'src-service/',
  'shared/bending/profile/sheet-angles.ts',
  'shared/workshop-files/schemas/allowance-schemas.ts',
  'shared/workshop-files/schemas/tooling-schemas.ts',
  'shared/workshop-files/tool-drawings.ts',
  'shared/workshop-files/outline-edits.ts',
  'src-main/brake/maps/',
  'src-main/station/brake/stored-program.ts',
]

const sourcesIn = (...folders: string[]): string[] =>
  folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((path) => /\.tsx?$/.test(path))

const linesWith = (pattern: RegExp, path: string): string[] =>
  readFileSync(join(root, path), 'utf8')
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : []))

test('an angle is called turnDeg or includedDeg everywhere but in the formats that say angleDeg', () => {
  const sources = sourcesIn('shared', 'src-main', 'src-renderer').filter(
    (path) => !formats.some((format) => path.startsWith(format)),
  )
  expect(sources.length).toBeGreaterThan(300)
  expect(sources.flatMap((path) => linesWith(/\bangleDeg\b/, path))).toEqual([])
})

/** A variable is not part of a name or of a text, and its line reads it. A field has a colon. */
const variable = /(?<![.'"`\w])angleDeg(?=\s*[,)}\]=<>*/+;-])/

test('a variable of a test is called turnDeg or includedDeg', () => {
  for (const line of ['(angleDeg) => 1', '({ angleDeg, hem })', 'angleDeg > 0', 'const angleDeg = 90'])
    expect(line).toMatch(variable)
  for (const line of ['{ angleDeg: 90 }', 'bend.angleDeg > 0', "'angleDeg', 2"]) expect(line).not.toMatch(variable)
  const sources = sourcesIn('test').filter((path) => join(root, path) !== import.meta.filename)
  expect(sources.length).toBeGreaterThan(300)
  expect(sources.flatMap((path) => linesWith(variable, path))).toEqual([])
})

test('every path that may say angleDeg exists', () => {
  expect(formats.filter((format) => !existsSync(join(root, format)))).toEqual([])
})
