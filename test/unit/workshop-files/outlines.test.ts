// Outlines in the workshop's files: refused at their corner, and absent in older files.
import { describe, expect, it } from 'vitest'
import { machineWithin, readMachine, readTooling } from '../../../shared/workshop-files/index.ts'
import { machine, tooling } from '../../../shared/workshop-files/schemas/index.ts'
import { longBrake, machines, resourceText, tables } from '../bending/fit/shipped-workshop.ts'

const brakeText = resourceText('machines/kantpresse-1.json')
const withTools = { tools: tables.tools, others: [] }
const parsed = (text: string): Record<string, unknown> => JSON.parse(text)
const punch = { id: 'p', tipRadiusMm: 0.6, angleDeg: 88, heightMm: 90, loadKnPerM: 30 }
const fileWith = (change: object): string =>
  JSON.stringify({ source: 'test', dies: [], punches: [{ ...punch, ...change }], hemmingTools: [] })

const isCorner = (value: unknown): value is { x: number; y: number } =>
  typeof value === 'object' && value !== null && 'x' in value && 'y' in value
/** A machine as its file writes it. */
const asFile = (machine: object): string =>
  JSON.stringify(machine, (_, value: unknown) => (isCorner(value) ? [value.x, value.y] : value))
const longOutlines = longBrake.outlines
if (longOutlines === undefined) throw new Error('the shipped press brake has outlines')

describe('the tools', () => {
  it('of an older file have no outline, and their tip radius has its older name', () => {
    const file = readTooling(fileWith({ tipRadiusMm: undefined, radiusMm: 0.8 }))
    expect(file).toEqual({
      ok: true,
      value: {
        source: 'test',
        dies: [],
        punches: [{ id: 'p', tipRadiusMm: 0.8, includedDeg: 88, heightMm: 90, loadKnPerM: 30 }],
        hemmingTools: [],
      },
    })
  })

  it('are refused without a tip radius, and with both of its names', () => {
    expect(readTooling(fileWith({ tipRadiusMm: undefined }))).toMatchObject({
      error: [{ field: 'punches[0].tipRadiusMm', why: { code: 'missing' } }],
    })
    expect(readTooling(fileWith({ radiusMm: 0.8 }))).toMatchObject({
      error: [{ field: 'punches[0].tipRadiusMm', why: { code: 'twice' } }],
    })
  })

  it('are refused at the line of the corner where the outline crosses itself', () => {
    const crossing = [
      [0, 0],
      [10, 90],
      [-10.5, 10],
      [10, 10],
      [-10, 90],
    ]
    const text = fileWith({ outline: crossing }).replaceAll('[', '\n[')
    const line = text.slice(0, text.indexOf('[-10.5')).split('\n').length
    expect(readTooling(text)).toMatchObject({
      error: [
        {
          line,
          field: 'punches[0].outline[2]',
          message: 'outline crosses: edge 1, other 3',
          why: { code: 'outline_crosses', params: { edge: 1, other: 3 } },
        },
      ],
    })
  })

  it('are refused if the outline overlaps its holder', () => {
    const outline = [
      [0, 0],
      [10, 10],
      [10, 96],
      [-10, 96],
      [-10, 10],
    ]
    expect(readTooling(fileWith({ outline }))).toMatchObject({
      error: [
        { field: 'punches[0].outline', why: { code: 'outline_past_seat', params: { reachMm: 96, heightMm: 90 } } },
      ],
    })
  })

  it('are refused if a closing outline has no slot', () => {
    const shipped = JSON.parse(resourceText('tools/tools.json'))
    const index = shipped.hemmingTools.findIndex(({ closing }: { closing?: object }) => closing !== undefined)
    shipped.hemmingTools[index].closing.widthMm += 1
    expect(readTooling(JSON.stringify(shipped))).toMatchObject({
      error: [{ field: `hemmingTools[${index}].closing.outline`, why: { code: 'closing_without_slot' } }],
    })
  })

  it('that ship all have an outline, and the station API carries them', () => {
    const { dies, punches, hemmingTools } = tables.tools
    for (const tool of [...dies, ...punches, ...hemmingTools]) expect(tool.outline).toBeDefined()
    expect(tooling.parse(JSON.parse(JSON.stringify(tables.tools)))).toEqual(tables.tools)
  })
})

describe('a machine', () => {
  it('of an older file has no outlines', () => {
    const { outlines, ...older } = parsed(brakeText)
    expect(outlines).toBeDefined()
    const file = readMachine(JSON.stringify(older), withTools)
    expect(file.ok && file.value.outlines).toBeUndefined()
    expect(file.ok).toBe(true)
  })

  it('that ships has outlines, the station API carries them, and the limits of the service keep them', () => {
    for (const shipped of machines) {
      expect(shipped.outlines).toBeDefined()
      expect(machine.parse(JSON.parse(JSON.stringify(shipped)))).toEqual(shipped)
    }
    const [brake] = machines
    if (brake?.kind !== 'press_brake') throw new Error('the first machine is a press brake')
    expect(machineWithin(brake, machines)).toEqual({ kind: 'known', machine: brake })
  })

  it('is refused if a die is wider than its table', () => {
    const table = longOutlines.table.map(({ x, y }) => ({ x: x * 0.45, y }))
    const tools = { ...tables.tools, dies: tables.tools.dies.filter(({ heightMm }) => heightMm === 80) }
    const dies = longBrake.dies.filter((id) => tools.dies.some((die) => die.id === id))
    const machine = { ...longBrake, dies, hemmingTools: [], outlines: { ...longOutlines, table } }
    expect(readMachine(asFile(machine), { tools, others: [] })).toMatchObject({
      error: [
        { field: 'dies[2]', why: { code: 'die_beside_table', params: { id: 'v25-85', widthMm: 60, tableMm: 54 } } },
      ],
    })
  })

  it('is refused if a hemming tool is wider than its table', () => {
    const [tool] = tables.tools.hemmingTools.filter(({ id }) => longBrake.hemmingTools.includes(id))
    if (tool?.outline === undefined) throw new Error('the brake has a drawn hemming tool')
    const wide = { ...tool, outline: tool.outline.map(({ x, y }) => ({ x: x * 20, y })) }
    const tools = { ...tables.tools, dies: [], hemmingTools: [wide] }
    const file = asFile({ ...longBrake, dies: [], hemmingTools: [tool.id] })
    expect(readMachine(file, { tools, others: [] })).toMatchObject({
      error: expect.arrayContaining([
        expect.objectContaining({
          field: 'hemmingTools[0]',
          why: expect.objectContaining({ code: 'die_beside_table' }),
        }),
      ]),
    })
  })

  it('is refused if a finger is inside a die', () => {
    const { fingers } = longOutlines
    const [stop, ...others] = fingers.outline
    const hanging = { ...fingers, outline: [stop, { x: 13, y: -9 }, ...others] }
    const machine = { ...longBrake, outlines: { ...longOutlines, fingers: hanging } }
    expect(readMachine(asFile(machine), withTools)).toMatchObject({
      error: [
        {
          field: 'outlines.fingers.levelsMm[1]',
          why: { code: 'finger_in_die', params: { levelMm: 0.25, xMm: 6 } },
        },
      ],
    })
  })

  it('is refused if the levels of the fingers are not in order', () => {
    expect(readMachine(brakeText.replace('[-20, 0.25,', '[0.25, -20,'), withTools)).toMatchObject({
      error: [{ field: 'outlines.fingers.levelsMm[1]', why: { code: 'levels_order' } }],
    })
  })
})
