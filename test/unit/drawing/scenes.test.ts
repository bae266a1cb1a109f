import { describe, expect, it } from 'vitest'
import { englishTexts, primitives, profileScene, toSvg, flatPatternScene } from '../../../shared/drawing/index.ts'
import type { DrawnSheet, ProfileOptions, Scene, TextItem, FlatPatternOptions } from '../../../shared/drawing/index.ts'
import { sandboxSheets } from './sandbox-sheets.ts'
import { profiledAs, sill, taperedAngle, withFlatPattern } from './sample-sheets.ts'

function unfolding(sheet: DrawnSheet, options?: FlatPatternOptions): Scene {
  const scene = flatPatternScene(sheet, options)
  if (!scene.ok) throw new Error(scene.error.message)
  return scene.value
}
function profile(sheet: DrawnSheet, options?: ProfileOptions): Scene {
  const scene = profileScene(sheet, options)
  if (!scene.ok) throw new Error(scene.error.message)
  return scene.value
}
const texts = (scene: Scene): TextItem[] => primitives(scene.items).filter((item) => item.kind === 'text')
const words = (scene: Scene) => texts(scene).map(({ text }) => text)
const turned = (scene: Scene) =>
  texts(scene)
    .filter(({ rotationDeg }) => rotationDeg === 90)
    .map(({ text }) => text)
const rolesOf = (scene: Scene) => scene.items.map(({ role }) => role)

describe('the flat pattern', () => {
  it('shows the number, direction and angle of every bend without colour', () => {
    expect(words(unfolding(sill))).toEqual(expect.arrayContaining(['1 ▲ omslag', '2 ▲ 90°', '3 ▼ 105°', '4 ▼ 150°']))
    expect(rolesOf(unfolding(sill)).filter((role) => role === 'bend-up')).toHaveLength(2)
    expect(rolesOf(unfolding(sill)).filter((role) => role === 'bend-down')).toHaveLength(2)
  })

  it('has the distance of each bend from the first edge, and the size of the blank', () => {
    expect(words(unfolding(sill))).toEqual(expect.arrayContaining(['11,7', '35,9', '154,6', '183,9', '198,4', '2000']))
  })

  it('has the widths of both ends of a tapered piece', () => {
    expect(words(unfolding(taperedAngle))).toEqual(
      expect.arrayContaining(['39,4', '1 ▲ 90° · 49,4', '98,8', '138,8', '1000']),
    )
  })

  it('lists cut-outs with their size and place along the piece, and cut-outs side by side once', () => {
    expect(words(unfolding(sill))).toEqual(expect.arrayContaining(['2 × ⌀6 · 60', '40 × 20 · 300']))
  })

  it('states which face has the colour: the outside of a positive bend faces away from the viewer', () => {
    expect(words(unfolding(sill))[words(unfolding(sill)).length - 1]).toMatch(/^Fargeside ned/)
    const inside = unfolding(profiledAs(sill, { colourSide: 'innside' }))
    expect(words(inside).some((text) => text.startsWith('Fargeside opp'))).toBe(true)
    const none = unfolding(profiledAs(sill, { colourSide: 'ingen' }))
    expect(words(none).some((text) => text.startsWith('Ingen fargeside'))).toBe(true)
  })

  it('states the hand of a piece and mirrors the left one', () => {
    const [, right, left] = sill.pieces
    expect(words(unfolding(sill, { piece: left })).some((text) => text.includes('VENSTRE'))).toBe(true)
    expect(words(unfolding(sill, { piece: right })).some((text) => text.includes('HØYRE'))).toBe(true)
    expect(words(unfolding(sill, { piece: left }))).toContain('2 × ⌀6 · 1290')
  })

  it('writes the hand larger than all other texts', () => {
    const [, right] = sill.pieces
    const sizes = texts(unfolding(sill, { piece: right })).toSorted((a, b) => b.sizeMm - a.sizeMm)
    expect(sizes[0]?.text).toBe('HØYRE')
    expect(sizes[0]?.sizeMm).toBeGreaterThan(1.5 * (sizes[1]?.sizeMm ?? Infinity))
  })

  it('states which of several pieces it shows, with both lengths if a piece has two', () => {
    const [first, right] = sill.pieces
    if (first === undefined || right === undefined) throw new Error('the sample has pieces')
    expect(words(unfolding(sill, { piece: right }))).toContain('stk. 2: 1350 mm')
    expect(words(unfolding(sill, { piece: first })).some((text) => text.startsWith('stk. 1: 2000 mm · '))).toBe(true)
    const slanted = { ...right, endLengthMm: 1290.5 }
    const pieces = [first, slanted]
    expect(words(unfolding({ ...sill, pieces }, { piece: slanted }))).toContain('stk. 2: 1350 / 1290,5 mm')
    const alone = unfolding({ ...sill, pieces: [first] }, { piece: first })
    expect(words(alone).some((text) => text.includes('stk.'))).toBe(false)
  })

  it('wraps its caption in a narrow frame, and stays within the frame', () => {
    const [, right] = sill.pieces
    const narrow = unfolding(sill, { piece: right, frame: { widthMm: 91, heightMm: 84 } })
    expect(words(narrow)).toEqual(
      expect.arrayContaining(['HØYRE', 'stk. 2: 1350 mm', 'Fargeside ned · avkortet i lengden']),
    )
    const narrower = unfolding(sill, { piece: right, frame: { widthMm: 50, heightMm: 84 } })
    expect(words(narrower)).toEqual(expect.arrayContaining(['HØYRE', 'Fargeside ned', 'avkortet i lengden']))
    expect((narrow.box.maxX - narrow.box.minX) / narrow.unitMm).toBeLessThan(91 + 1e-6)
    expect((narrow.box.maxY - narrow.box.minY) / narrow.unitMm).toBeLessThan(84 + 1e-6)
  })

  it('preserves the shape of a cut-out and its place on the blank if the length is shortened', () => {
    const slot = [
      { x: 60, y: 400, bulge: 0 },
      { x: 70, y: 400, bulge: 1 },
      { x: 70, y: 420, bulge: 0 },
      { x: 60, y: 420, bulge: 1 },
    ]
    const cutouts = [
      { kind: 'polyline', points: slot },
      { kind: 'circle', x: 30, y: 970, diameterMm: 40 },
    ] as const
    const { items } = unfolding(withFlatPattern(taperedAngle, { cutouts }), { frame: { widthMm: 60, heightMm: 60 } })
    const [drawn, hole] = items.filter(({ role }) => role === 'cutout')
    const blank = items.find(({ role }) => role === 'outline')
    if (drawn?.kind !== 'polyline' || hole?.kind !== 'circle' || blank?.kind !== 'polyline')
      throw new Error('not drawn')
    const along = drawn.points.map(({ x }) => x)
    expect(Math.max(...along) - Math.min(...along)).toBeCloseTo(20, 6)
    expect(hole.centre.x + hole.radiusMm).toBeLessThanOrEqual(Math.max(...blank.points.map(({ x }) => x)) + 1e-9)
  })

  it('lists a row of equal holes at equal distances once', () => {
    const cutouts = [50, 350, 650, 950, 1250, 1700].map((y) => ({ kind: 'circle', x: 90, y, diameterMm: 5 }) as const)
    expect(words(unfolding(withFlatPattern(sill, { cutouts })))).toEqual(
      expect.arrayContaining(['⌀5 · 50 + 4 × 300', '⌀5 · 1700']),
    )
  })

  it('lists cut-outs in rows if the list would leave the blank no height, and only their number if the rows would', () => {
    const cutouts = [60, 200, 500, 900, 1400].map((y) => ({ kind: 'circle', x: 90, y, diameterMm: y / 100 }) as const)
    const many = withFlatPattern(sill, { cutouts })
    expect(turned(unfolding(many, { frame: { widthMm: 186, heightMm: 120 } }))).toContain('⌀14 · 1400')
    const low = unfolding(many, { frame: { widthMm: 186, heightMm: 50 } })
    expect(turned(low)).not.toContain('⌀14 · 1400')
    expect(words(low)).toContain('⌀14 · 1400')
    const more = cutouts.flatMap((cutout) =>
      [0, 40, 80].map((by) => ({ ...cutout, y: cutout.y + by, diameterMm: 4 + by / cutout.y })),
    )
    expect(
      words(unfolding(withFlatPattern(sill, { cutouts: more }), { frame: { widthMm: 60, heightMm: 34 } })),
    ).toContain('Utsparinger: 15')
  })

  it('shortens a long blank and marks it, and draws a short one to scale', () => {
    expect(rolesOf(unfolding(sill))).toContain('break')
    const long = unfolding(sill, { frame: { widthMm: 4000, heightMm: 400 } })
    expect(rolesOf(long)).not.toContain('break')
    expect(words(long).some((text) => text.includes('avkortet'))).toBe(false)
  })

  it('can be in English with a decimal point', () => {
    expect(words(unfolding(sill, { texts: englishTexts }))).toContain('11.7')
  })

  it('refuses a sheet that cannot be cut', () => {
    expect(flatPatternScene(withFlatPattern(sill, { widthMm: 1 }))).toMatchObject({
      ok: false,
      error: { field: 'unfolding.outline' },
    })
  })
})

const flatStrip = (colourSide: string) =>
  profile(profiledAs(sill, { colourSide, flanges: [{ lengthMm: 80, endLengthMm: null }], bends: [] }))
function firstFlangeLiesFlat(scene: Scene): boolean {
  const section = scene.items.find((item) => item.role === 'profile')
  if (section?.kind !== 'polyline') throw new Error('a profile has a section')
  const [from, to] = section.points
  return Math.abs((to?.x ?? 0) - (from?.x ?? 0)) > Math.abs((to?.y ?? 0) - (from?.y ?? 0))
}
/** Draws both ends of an angle whose first flange tapers from 100 to this length and whose second flange is 80. */
const lies = (endLengthMm: number) =>
  (['start', 'end'] as const).map((end) => {
    const flanges = [
      { lengthMm: 100, endLengthMm },
      { lengthMm: 80, endLengthMm: 80 },
    ]
    return firstFlangeLiesFlat(profile(profiledAs(taperedAngle, { flanges }), { end }))
  })
const heavyLineAt = (scene: Scene) =>
  scene.items.flatMap((item) => (item.kind === 'line' && item.role === 'colour-side' ? [item.from.y] : []))[0] ?? 0

describe('the folded profile', () => {
  it('shows every outer length, every bend with its number, and hems by name', () => {
    expect(words(profile(sill))).toEqual(
      expect.arrayContaining(['12', '25', '120', '30', '15', '1 ▲ lukket omslag', '2 ▲ 90°', '3 ▼ 105°', '4 ▼ 150°']),
    )
  })

  it('marks the colour side with a heavy line and a text, and has no mark without a colour side', () => {
    expect(rolesOf(profile(sill))).toContain('colour-side')
    expect(words(profile(sill))).toContain('Fargeside RR33')
    const none = profile(profiledAs(sill, { colourSide: 'ingen' }))
    expect(rolesOf(none)).not.toContain('colour-side')
    expect(words(none).some((text) => text.startsWith('Fargeside'))).toBe(false)
  })

  it('draws the coloured face of a flat strip above, on whichever face it is', () => {
    for (const side of ['utside', 'innside']) expect(heavyLineAt(flatStrip(side))).toBeGreaterThan(0.5)
  })

  it('shows each end of a tapered profile with its own lengths', () => {
    expect(words(profile(taperedAngle))).toEqual(expect.arrayContaining(['40', '60', 'Konisk: nær ende']))
    expect(words(profile(taperedAngle, { end: 'end' }))).toEqual(
      expect.arrayContaining(['50', '90', 'Konisk: fjern ende']),
    )
  })

  it('is not larger than the given scale, so that two ends have the same scale', () => {
    expect(profile(taperedAngle, { minUnitMm: 3 }).unitMm).toBe(3)
    expect(profile(taperedAngle, { minUnitMm: 0.1 }).unitMm).toBe(profile(taperedAngle).unitMm)
  })

  it('states that the near end of a right piece is the far end of a left one', () => {
    const [piece] = taperedAngle.pieces
    if (piece === undefined) throw new Error('the sample has a piece')
    const ended = (...hands: string[]) =>
      words(profile({ ...taperedAngle, pieces: hands.map((hand) => ({ ...piece, hand })) })).find((text) =>
        text.startsWith('Konisk'),
      )
    expect(ended('right')).toBe('Konisk: nær ende')
    expect(ended('left', 'right')).toBe('Konisk: nær ende · venstre: fjern ende')
    expect(ended('left')).toBe('Konisk: fjern ende')
  })

  it('draws the same flange horizontally at both ends of a tapered profile, whichever flange is the longest', () => {
    expect(lies(70)).toEqual([true, true])
    expect(lies(20)).toEqual([false, false])
  })

  it('has only numbers at its bends, and a list below, if there is no space for the texts', () => {
    const flanges = Array.from({ length: 15 }, (_, index) => ({ lengthMm: 6 + index, endLengthMm: null }))
    const bends = flanges
      .slice(1)
      .map((_, index) => ({ angleDeg: index % 2 === 0 ? 75 : -75, insideRadiusMm: 0.5, hem: null, gapMm: 0 }))
    const stairs = profiledAs(sill, { flanges, bends })
    const roomy = words(profile(stairs, { frame: { widthMm: 300, heightMm: 200 } }))
    expect(roomy).toEqual(expect.arrayContaining(['6', '1 ▲ 105°', '14 ▼ 105°', '20']))
    const crowded = words(profile(stairs, { frame: { widthMm: 60, heightMm: 60 } }))
    expect(crowded).toEqual(expect.arrayContaining(['1▲', '14▼', '1 ▲ 105°', '14 ▼ 105°']))
    expect(crowded).toContain('14–kant: 20')
  })

  it('refuses a profile that cannot be folded', () => {
    expect(profileScene(profiledAs(sill, { bends: [] }))).toMatchObject({
      ok: false,
      error: { field: 'profile.bends' },
    })
  })
})

describe('the dimensions of a scene', () => {
  it('are interrupted only at texts', () => {
    const dimension = {
      kind: 'dimension',
      role: 'dimension',
      from: { x: 0, y: 0 },
      to: { x: 0, y: 100 },
      offsetMm: 50,
      text: '100',
      sizeMm: 3,
    } as const
    const lines = (...more: TextItem[]) => primitives([dimension, ...more]).filter(({ kind }) => kind === 'line')
    const text: TextItem = {
      kind: 'text',
      role: 'label',
      position: { x: -20, y: 0 },
      text: '11,8',
      sizeMm: 3,
      anchor: 'middle',
      rotationDeg: 0,
    }
    expect(lines()).toHaveLength(5)
    expect(lines({ ...text, position: { x: -20, y: 30 } })).toEqual(lines())
    expect(lines(text)).toHaveLength(6)
  })
})

describe('a view made for a frame', () => {
  it('fills the frame on paper without leaving it, and enlarges a small profile at most one and a half times', () => {
    const frame = { widthMm: 186, heightMm: 84 }
    for (const sheet of sandboxSheets()) {
      const { box, unitMm } = profile(sheet, { frame })
      const shares = [(box.maxX - box.minX) / unitMm / frame.widthMm, (box.maxY - box.minY) / unitMm / frame.heightMm]
      expect(Math.max(...shares)).toBeLessThan(1 + 1e-6)
      expect(Math.max(...shares) > 0.8 || unitMm === 1 / 1.5).toBe(true)
    }
  })
})

describe('a scene as SVG', () => {
  it('is path data by role within its view box, equal in every run', () => {
    const svg = toSvg(unfolding(sill))
    expect(svg).toEqual(toSvg(unfolding(sill)))
    expect(svg.paths.map(({ role }) => role)).toEqual([
      'outline',
      'cutout',
      'bend-up',
      'bend-down',
      'dimension',
      'leader',
      'break',
    ])
    const [left, top, width, height] = svg.viewBox.split(' ').map(Number)
    if (left === undefined || top === undefined || width === undefined || height === undefined)
      throw new Error('a view box has four figures')
    for (const { x, y } of svg.texts) {
      expect(x).toBeGreaterThan(left)
      expect(x).toBeLessThan(left + width)
      expect(y).toBeGreaterThan(top)
      expect(y).toBeLessThan(top + height)
    }
    for (const { d } of svg.paths) expect(d).not.toMatch(/NaN|Infinity|e-/)
  })

  it('dashes bends up and down differently', () => {
    const dashes = new Map(toSvg(unfolding(sill)).paths.map((path) => [path.role, path.dashes.length]))
    expect(dashes.get('bend-up')).toBe(4)
    expect(dashes.get('bend-down')).toBe(2)
    expect(dashes.get('outline')).toBe(0)
  })

  it('turns y down: the first edge of the flat pattern is on top', () => {
    const svg = toSvg(unfolding(sill))
    const place = (text: string) => svg.texts.find((item) => item.text === text)?.y ?? 0
    expect(place('11,7')).toBeLessThan(place('183,9'))
  })
})
