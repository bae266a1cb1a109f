// A workshop's own file: read whole, or refused at its line and field.
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import {
  machineWithin,
  readHemForces,
  readMachine,
  readMaterials,
  readTooling,
} from '../../../shared/workshop-files/index.ts'
import { folder, longBrake, machines, resourceText, tables } from '../bending/fit/shipped-workshop.ts'

const brakeText = resourceText('machines/kantpresse-1.json')
const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length

describe('a machine file', () => {
  it('is refused at the line of a wrong figure', () => {
    const text = brakeText.replace('"maxForceKn": 1000', '"maxForceKn": -5')
    const file = readMachine(text)
    expect(file).toMatchObject({ ok: false, error: [{ line: lineOf(brakeText, '"maxForceKn"'), field: 'maxForceKn' }] })
  })

  it('is refused at the line of an unknown field, and a wrong field next to it is reported too', () => {
    const text = brakeText.replace('"strokeMm": 200', '"strokeMm": "long",\n  "colour": "red"')
    const line = lineOf(brakeText, '"strokeMm"')
    expect(readMachine(text)).toMatchObject({
      error: [
        { line, field: 'strokeMm' },
        { line: line + 1, field: 'colour', message: 'unknown field' },
      ],
    })
  })

  it('names a field that is missing', () => {
    const text = brakeText.replace(/\s*"strokeMm": 200,/, '')
    expect(readMachine(text)).toMatchObject({ ok: false, error: [{ line: 1, field: 'strokeMm' }] })
  })

  it('is refused where its figures contradict each other', () => {
    const text = brakeText.replace('"backgaugeMaxMm": 750', '"backgaugeMaxMm": 5')
    expect(readMachine(text)).toMatchObject({
      error: [{ line: lineOf(brakeText, '"backgaugeMaxMm"'), field: 'backgaugeMaxMm' }],
    })
  })

  it('is refused at the line of a tool that the workshop does not have', () => {
    const text = brakeText.replace('"v8-30"', '"v8-31"')
    const line = lineOf(text, '"v8-31"')
    expect(readMachine(text, { tools: tables.tools, others: [] })).toMatchObject({
      ok: false,
      error: [{ line, field: 'dies[8]', message: 'no tool "v8-31" is known' }],
    })
    expect(readMachine(text, { tools: null, others: [] }).ok).toBe(true)
  })

  it('is refused where another file describes a machine of its name and kind', () => {
    const beside = { tools: tables.tools, others: [longBrake] }
    expect(readMachine(brakeText, beside)).toMatchObject({ error: [{ line: 3, field: 'name' }] })
    expect(readMachine(brakeText.replace('Kantpresse 1', 'Kantpresse 3'), beside).ok).toBe(true)
    expect(readMachine(brakeText, { ...beside, others: [{ ...folder, name: longBrake.name }] }).ok).toBe(true)
  })

  it.each([
    ['a comma too many', '{\n  "kind": "folder",\n}', 3],
    ['a missing quote', '{\n  "kind: 1\n}', 2],
    ['a name that occurs twice', '{\n  "kind": "folder",\n  "kind": "folder"\n}', 3],
    ['an end too early', '{\n  "kind": [1,\n', 3],
    ['something after the end', '{}\n\n{}', 3],
    ['a number that JSON does not know', '{\n"a": 01}', 2],
    ['nothing at all', '', 1],
  ])('that is no JSON for %s is refused at its line', (_, text, line) => {
    expect(readMachine(text)).toMatchObject({ ok: false, error: [{ line, field: '' }] })
  })

  it('may begin with a byte order mark and have Windows line ends', () => {
    expect(readMachine(`\uFEFF${brakeText.replaceAll('\n', '\r\n')}`).ok).toBe(true)
  })
})

it('refuses a repeated tool id, a repeated material and a repeated hem, each at its line', () => {
  const shipped = resourceText('tools/tools.json')
  const tools = shipped.replace('"v6-88"', '"v4-88"')
  expect(readTooling(tools)).toMatchObject({ error: [{ line: lineOf(shipped, '"v6-88"'), field: 'dies[1].id' }] })
  const materials = resourceText('materials/materials.json').replace('"galvanisert_stal"', '"plastbelagt_stal"')
  expect(readMaterials(materials)).toMatchObject({ error: [{ field: 'materials[1]' }] })
  const hems = resourceText('materials/hem-forces.json').replace('"thicknessMm": 0.6', '"thicknessMm": 0.5')
  expect(readHemForces(hems)).toMatchObject({ error: [{ field: 'rows[1]' }] })
})

it('the machines that ship have every tool they name', () => {
  for (const name of ['kantpresse-1', 'kantpresse-2', 'knekkemaskin-1'])
    expect(readMachine(resourceText(`machines/${name}.json`), { tools: tables.tools, others: [] }).ok).toBe(true)
})

const brakeWithClearance = (mm: number) =>
  readMachine(
    resourceText('machines/kantpresse-1.json').replace('"maxForceKn"', `"clearanceMm": ${mm}, "maxForceKn"`),
    {
      tools: tables.tools,
      others: [],
    },
  )

it('a machine may have a clearance from 0.05 to 5 mm', () => {
  expect(brakeWithClearance(0.3)).toMatchObject({ ok: true, value: { clearanceMm: 0.3 } })
  for (const mm of [0, 5.1])
    expect(brakeWithClearance(mm)).toMatchObject({ ok: false, error: [{ field: 'clearanceMm' }] })
})

describe("the service's own figures", () => {
  const sandbox = z
    .object({
      pressBrakes: z.array(
        z.object({
          name: z.string(),
          kind: z.string(),
          maxLengthMm: z.number(),
          maxForceKn: z.number().nullable(),
          maxThicknessMm: z.number(),
          throatMm: z.number().nullable(),
          openHeightMm: z.number().nullable(),
          strokeMm: z.number().nullable(),
          backgaugeMinMm: z.number().nullable(),
          backgaugeMaxMm: z.number().nullable(),
        }),
      ),
    })
    .parse(JSON.parse(resourceText('sandbox/workshop.json'))).pressBrakes

  it('agree with the files that ship, for each of the sandbox workshop machines', () => {
    expect(sandbox).toHaveLength(3)
    for (const limits of sandbox) {
      const machine = machines.find(({ name }) => name === limits.name)
      expect(machineWithin(limits, machines)).toEqual({ kind: 'known', machine })
    }
  })

  it('take precedence over those of the file, and a machine without a file is undescribed', () => {
    const limits = sandbox[0]
    if (limits === undefined) throw new Error('the sandbox has machines')
    expect(machineWithin({ ...limits, maxForceKn: 400, strokeMm: null }, machines)).toEqual({
      kind: 'known',
      machine: { ...longBrake, maxForceKn: 400 },
    })
    expect(machineWithin({ ...limits, name: 'Kantpresse 9' }, machines)).toEqual({ kind: 'undescribed' })
    expect(machineWithin({ ...limits, kind: 'folder' }, machines)).toEqual({ kind: 'undescribed' })
    expect(machineWithin({ ...limits, maxLengthMm: 0 }, machines)).toMatchObject({
      kind: 'contradicts',
      described: longBrake,
      message: expect.stringMatching(/^maxLengthMm .*>0.*service/),
    })
    expect(machineWithin({ ...limits, name: folder.name, kind: 'folder', openHeightMm: 90 }, machines)).toMatchObject({
      machine: { clampOpeningMm: 90 },
    })
  })
})
