// The tools as set-up draws them, and an outline that is written into the file of tools.
import { describe, expect, it } from 'vitest'
import { readTooling, toolDrawings, withToolOutline } from '../../../shared/workshop-files/index.ts'
import { resourceText } from '../bending/fit/shipped-workshop.ts'

const shipped = resourceText('tools/tools.json')
const drawing = { file: 'outlines/straight-88.dxf', sha256: 'abc' }
const outline = [
  { x: 0, y: 0 },
  { x: 12, y: 12 },
  { x: 12, y: 80 },
  { x: -12, y: 80 },
  { x: -12, y: 12 },
]
const straight = { kind: 'punch', id: 'straight-88', outline, useFigures: false, drawing } as const

describe('the drawings of tools', () => {
  it('have the outline, the entered and the derived figures of every shipped tool, and no fault', () => {
    const { tools, wrong } = toolDrawings(shipped)
    expect(wrong).toEqual([])
    expect(tools.length).toBeGreaterThan(20)
    for (const tool of tools) {
      expect(tool.outline?.length).toBeGreaterThan(4)
      expect(tool.wrong).toEqual([])
      expect(tool.figures.filter(({ differs }) => differs)).toEqual([])
    }
    expect(tools.find(({ id }) => id === 'v8-88')?.figures).toContainEqual({
      field: 'vMm',
      entered: 8,
      derived: 8,
      differs: false,
    })
  })

  it('of an invalid file name the tool and the corner that is wrong, and are drawn all the same', () => {
    const wrongText = shipped
      .replace('"id": "straight-88"', '"id": "straight-88", "colour": "red"')
      .replace(/("id": "straight-88"[\s\S]*?"outline": \[\s*)\[[^\]]*\]/, '$1[0, -5]')
    const { tools, wrong } = toolDrawings(wrongText)
    expect(wrong).toEqual([])
    const straight = tools.find(({ id }) => id === 'straight-88')
    expect(straight?.outline?.[0]).toEqual({ x: 0, y: -5 })
    expect(straight?.wrong).toEqual(
      expect.arrayContaining([expect.objectContaining({ field: 'punches[0].outline[0]', corner: 0 })]),
    )
    expect(tools.filter((tool) => tool.wrong.length > 0)).toHaveLength(1)
  })

  it('are empty for a text that is not JSON, with the fault of the file', () => {
    expect(toolDrawings('{')).toMatchObject({ tools: [], wrong: [{ line: 1, field: '' }] })
  })
})

describe('an outline that is written into the file', () => {
  it('replaces the outline of its tool, one corner a line, and nothing else', () => {
    const written = withToolOutline(shipped, straight)
    if (!written.ok) throw new Error(JSON.stringify(written.error))
    const before = readTooling(shipped)
    const after = readTooling(written.value)
    if (!before.ok || !after.ok) throw new Error('both files are valid')
    const punches = before.value.punches.map((punch) =>
      punch.id === straight.id ? { ...punch, outline, drawing } : punch,
    )
    expect(after.value).toEqual({ ...before.value, punches })
    expect(written.value).toContain('\n        [12, 80],\n        [-12, 80],\n')
  })

  it('brings its figures on request', () => {
    const written = withToolOutline(shipped, { ...straight, useFigures: true })
    const after = written.ok ? readTooling(written.value) : written
    expect(after.ok && after.value.punches[0]).toMatchObject({ includedDeg: 90, heightMm: 80, tipRadiusMm: 0.6 })
  })

  it('is refused if the file would be wrong with it, or has no such tool', () => {
    const high = outline.map(({ x, y }) => ({ x, y: y * 2 }))
    expect(withToolOutline(shipped, { ...straight, outline: high })).toMatchObject({
      ok: false,
      error: [{ field: 'punches[0].outline', why: { code: 'outline_past_seat' } }],
    })
    expect(withToolOutline(shipped, { ...straight, id: 'nothing' })).toEqual({ ok: false, error: [] })
    expect(withToolOutline('{', straight)).toMatchObject({ ok: false, error: [{ field: '' }] })
  })
})
