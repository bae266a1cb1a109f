// An outline that a technician imports: written into the workshop's own file of tools, with its drawing beside it, or not at all.
import { hash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CallIn } from '../../../../shared/station-api/index.ts'
import { createToolHandlers, type ToolHandlers } from '../../../../src-main/station/workshop-files/index.ts'
import { dxfText, millimetres, punchEntities } from '../../../unit/workshop-files/dxf-drawings.ts'

const text = dxfText(punchEntities(), millimetres)
const resources = join(import.meta.dirname, '../../../../resources')
const request: CallIn<'tools.set_outline'> = {
  kind: 'punch',
  id: 'straight-88',
  outline: [
    { x: 0, y: 0 },
    { x: 12, y: 12 },
    { x: 12, y: 90 },
    { x: -12, y: 90 },
    { x: -12, y: 12 },
  ],
  useFigures: false,
  text,
}
let dataFolder: string
let changes: number
let handlers: ToolHandlers
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'kant-tool-outlines-'))
  changes = 0
  handlers = createToolHandlers({ dataFolder, resources, workshopChanged: () => (changes += 1) })
})
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }))

const screen = { id: 'screen', signal: new AbortController().signal }
const workshopFile = (name: string): string => join(dataFolder, 'workshop', name)

test('the shipped tools are read until the workshop has its own file, and a drawing is read without storing it', async () => {
  const tools = await handlers['tools.read']({}, screen)
  expect(tools.file).toBe(join(resources, 'tools/tools.json'))
  expect(tools.tools.length).toBeGreaterThan(20)
  expect(tools.machines.map(({ name, figures, wrong }) => [name, figures.length, wrong])).toEqual([
    ['Kantpresse 1', 3, []],
    ['Kantpresse 2', 3, []],
    ['Knekkemaskin 1', 1, []],
  ])
  expect(await handlers['tools.read_outline']({ text }, screen)).toMatchObject({
    kind: 'read',
    loops: [{ layer: '0' }],
  })
  expect(await handlers['tools.read_outline']({ text: 'solid' }, screen)).toMatchObject({
    kind: 'refused',
    reason: { code: 'dxf_no_dxf' },
  })
  expect(existsSync(workshopFile('tools.json'))).toBe(false)
})

test('an outline is written with its drawing, and the tool names the drawing and its hash', async () => {
  const stored = await handlers['tools.set_outline'](request, screen)
  if (stored.kind !== 'stored') throw new Error(JSON.stringify(stored.wrong))
  expect(stored.tools.file).toBe(workshopFile('tools.json'))
  expect(stored.tools.tools.find(({ id }) => id === 'straight-88')?.outline).toEqual(request.outline)
  expect(readFileSync(workshopFile('outlines/straight-88.dxf'), 'utf8')).toBe(text)
  const written = readFileSync(workshopFile('tools.json'), 'utf8')
  expect(written).toContain(hash('sha256', text, 'hex'))
  expect(changes).toBe(1)
})

test('an outline that would make the file wrong is refused with its place, and nothing is written', async () => {
  const high = request.outline.map(({ x, y }) => ({ x, y: y * 2 }))
  expect(await handlers['tools.set_outline']({ ...request, outline: high }, screen)).toMatchObject({
    kind: 'refused',
    wrong: [{ field: 'punches[0].outline', why: { code: 'outline_past_seat' } }],
  })
  expect(await handlers['tools.set_outline']({ ...request, id: '../../x' }, screen)).toEqual({
    kind: 'refused',
    wrong: [],
  })
  expect(existsSync(workshopFile('tools.json'))).toBe(false)
  expect(changes).toBe(0)
})

const finger = [
  { x: 0, y: 0 },
  { x: 50, y: 0 },
  { x: 50, y: 30 },
  { x: 0, y: 30 },
]
const shippedMachine = join(resources, 'machines/kantpresse-1.json')

test("the outline of a machine's part is written into the workshop's own file, beside the other machines", async () => {
  const imported = { file: shippedMachine, part: 'fingers', outline: finger, text } as const
  const stored = await handlers['tools.set_machine_outline'](imported)
  if (stored.kind !== 'stored') throw new Error(JSON.stringify(stored.wrong))
  const { machines } = stored.tools
  expect(machines.map(({ file, wrong }) => [file, wrong])).toEqual(
    ['kantpresse-1', 'kantpresse-2', 'knekkemaskin-1'].map((name) => [workshopFile(`machines/${name}.json`), []]),
  )
  const partOf = (name: string) => machines[0]?.figures.flat().find(({ part }) => part === name)?.outline
  expect(partOf('fingers')).toEqual(finger)
  expect(readFileSync(workshopFile('outlines/kantpresse-1-fingers.dxf'), 'utf8')).toBe(text)
  const clamp = partOf('clamp')?.map(({ x, y }) => ({ x: 2 * x, y }))
  const next = { file: workshopFile('machines/kantpresse-1.json'), part: 'clamp', outline: clamp ?? [], text } as const
  expect(await handlers['tools.set_machine_outline'](next)).toMatchObject({ kind: 'stored' })
  expect(readFileSync(workshopFile('machines/kantpresse-2.json'), 'utf8')).toBe(
    readFileSync(join(resources, 'machines/kantpresse-2.json'), 'utf8'),
  )
  expect(changes).toBe(2)
})

test("a part that would make the machine's file wrong is refused with its place, and nothing is written", async () => {
  const refusal = (change: object) =>
    handlers['tools.set_machine_outline']({ file: shippedMachine, part: 'fingers', outline: finger, text, ...change })
  const beside = finger.map(({ x, y }) => ({ x: x + 3, y }))
  expect(await refusal({ outline: beside })).toMatchObject({
    kind: 'refused',
    wrong: [{ field: 'outlines.fingers.outline', why: { code: 'outline_left' } }],
  })
  expect(await refusal({ part: 'gauge' })).toEqual({ kind: 'refused', wrong: [] })
  expect(await refusal({ file: join(resources, 'tools/tools.json') })).toEqual({ kind: 'refused', wrong: [] })
  expect(existsSync(workshopFile('machines'))).toBe(false)
  expect(changes).toBe(0)
})

test('the workshop’s own machine is drawn with its wrong corner and its faults', async () => {
  mkdirSync(workshopFile('machines'), { recursive: true })
  const shipped = readFileSync(join(resources, 'machines/kantpresse-1.json'), 'utf8')
  writeFileSync(
    workshopFile('machines/press.json'),
    shipped.replace(/("table": \[\s*)\[[^\]]*\],(\s*)\[[^\]]*\]/, '$1[500, -900],$2[-500, 900]'),
  )
  const { machines } = await handlers['tools.read']({}, screen)
  expect(machines.map(({ file, name }) => [file, name])).toEqual([
    [workshopFile('machines/press.json'), 'Kantpresse 1'],
  ])
  const wrongParts = (machines[0]?.figures.flat() ?? []).filter(({ wrongCorners }) => wrongCorners.length > 0)
  expect(wrongParts.map(({ part }) => part)).toEqual(['table'])
  expect(machines[0]?.wrong.length).toBeGreaterThan(0)
})
