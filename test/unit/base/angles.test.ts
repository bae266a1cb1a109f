// One rule for angles: no bare `angleDeg` outside the wire format and the formats of files. Reads the sources.
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

test('an angle is called turnDeg or includedDeg everywhere but in the formats that say angleDeg', () => {
  const sources = ['shared', 'src-main', 'src-renderer']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((path) => /\.tsx?$/.test(path) && !formats.some((format) => path.startsWith(format)))
  expect(sources.length).toBeGreaterThan(300)
  expect(sources.filter((path) => /\bangleDeg\b/.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
})

test('every path that may say angleDeg exists', () => {
  expect(formats.filter((format) => !existsSync(join(root, format)))).toEqual([])
})
