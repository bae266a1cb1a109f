// The script time per frame of the 3D view of a sheet with 14 bends while its movement plays, beside bare WebGL: a loop in the same page
// that uploads as many vertices and draws them.
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { flatPatternOf, noTables } from '../../../shared/bending/index.ts'
import { planAt } from '../../end-to-end/screen/fake-station/fake-bend-plans.ts'
import { changeSheet, fakeStation, today, type FakeStation } from '../../end-to-end/screen/fake-station/fake-station.ts'
import { idOf } from '../../end-to-end/screen/fake-station/sandbox-day.ts'
import { openScreen } from '../../end-to-end/screen/page/open-screen.ts'
import { flashings } from '../plans/flashings.ts'
import type { Bench, Row } from '../run.ts'
import { openScriptTimer } from './script-time.ts'

const bends = 14
const frames = 100
/** The greatest allowed ratio to the time of the bare loop, which computes a sine for each number that it uploads. */
const limitRatio = 4
/** One frame at 60 frames a second. */
const limitMs = 16

export async function foldRow(browser: Browser, { root }: Bench): Promise<Row> {
  const station = fakeStation()
  const sheetId = manyBends(station)
  const { page, close } = await openScreen({ browser, pageFolder: join(root, 'out/renderer') }, station)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.locator('.app').waitFor()
  await page.goto(`${page.url().split('#')[0]}#/sheet/${today}/${sheetId}`)
  await page.getByRole('button', { name: 'Bøyeplan' }).waitFor()
  await page.getByRole('button', { name: 'Bøying i 3D' }).click()
  await page.locator('canvas.fold-canvas').waitFor()
  await page.getByRole('button', { name: 'Maskin' }).click()
  const scriptMs = await openScriptTimer(page)
  const perFrame = async (script: string): Promise<number> => {
    const before = await scriptMs()
    await page.evaluate(script)
    return ((await scriptMs()) - before) / frames
  }
  // once before the measurement, so that both are compiled
  await page.evaluate(scrub)
  const view = await perFrame(scrub)
  await page.evaluate(bareLoop)
  const bare = await perFrame(bareLoop)
  await close()
  const ratio = view / bare
  return {
    name: `script time per frame of the 3D view with ${bends} bends and its machine, beside bare WebGL (mean of ${frames})`,
    measured: `${view.toFixed(2)} ms, bare ${bare.toFixed(2)} ms: ${ratio.toFixed(1)} times`,
    limit: `at most ${limitRatio} times and ${limitMs} ms`,
    passes: ratio <= limitRatio && view <= limitMs,
  }
}

/** A planned sheet with a profile of the bench. Returns its id. */
function manyBends(station: FakeStation): string {
  const sheetId = idOf('parapetbeslag-01')
  for (const profile of flashings(bends).toReversed()) {
    const flat = flatPatternOf(
      { ...profile, material: 'aluminium' },
      { method: { kind: 'k', kFactor: 0.45 }, tables: noTables },
    )
    if (!flat.ok) continue
    const { bendMiddlesMm, widthMm } = flat.value.start
    changeSheet(station, sheetId, (sheet) => ({
      ...sheet,
      profile: {
        ...sheet.profile,
        thicknessMm: profile.thicknessMm,
        flanges: profile.flanges.map((flange) => ({ ...flange })),
        bends: profile.bends.map((bend) => ({ ...bend, hem: null })),
      },
      unfolding: {
        ...sheet.unfolding,
        widthMm,
        outline: [
          { x: 0, y: 0, bulge: 0 },
          { x: widthMm, y: 0, bulge: 0 },
          { x: widthMm, y: sheet.lengthMm, bulge: 0 },
          { x: 0, y: sheet.lengthMm, bulge: 0 },
        ],
        bendLines: profile.bends.map(({ angleDeg: turnDeg }, bend) => ({
          bend,
          positionMm: bendMiddlesMm[bend] ?? 0,
          endPositionMm: null,
          direction: turnDeg > 0 ? ('up' as const) : ('down' as const),
          angleDeg: Math.abs(turnDeg),
        })),
      },
    }))
    planAt(station, sheetId, 'Kantpresse 1')
    if (station.work.bendPlans.get(sheetId)?.answer.kind === 'works') return sheetId
  }
  throw new Error(`no flashing of the bench with ${bends} bends has a plan`)
}

/** Moves the scrubber through the plan, one position in each frame. */
const scrub = `new Promise((done) => {
  const input = document.querySelector('.stage-scrubber input')
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
  let frame = 0
  const next = () => {
    if (frame === ${frames}) return done()
    set.call(input, String((Number(input.max) * frame) / ${frames}))
    input.dispatchEvent(new Event('input', { bubbles: true }))
    frame += 1
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
})`

/** As many vertices and triangles as a sheet of 14 bends, with positions and normals that are uploaded in each frame. */
const bareLoop = `new Promise((done) => {
  const canvas = document.createElement('canvas')
  canvas.width = 1200
  canvas.height = 500
  const gl = canvas.getContext('webgl2')
  const shader = (kind, text) => {
    const made = gl.createShader(kind)
    gl.shaderSource(made, text)
    gl.compileShader(made)
    return made
  }
  const program = gl.createProgram()
  gl.attachShader(program, shader(gl.VERTEX_SHADER, '#version 300 es\\nin vec3 p; in vec3 n; out vec3 v; void main() { v = n; gl_Position = vec4(p, 1.0); }'))
  gl.attachShader(program, shader(gl.FRAGMENT_SHADER, '#version 300 es\\nprecision mediump float; in vec3 v; out vec4 c; void main() { c = vec4(v, 1.0); }'))
  gl.linkProgram(program)
  gl.useProgram(program)
  const vertices = 4000
  const arrays = [new Float32Array(3 * vertices), new Float32Array(3 * vertices)]
  const buffers = arrays.map((array, index) => {
    const buffer = gl.createBuffer()
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
    gl.bufferData(gl.ARRAY_BUFFER, array, gl.DYNAMIC_DRAW)
    const place = gl.getAttribLocation(program, index === 0 ? 'p' : 'n')
    gl.enableVertexAttribArray(place)
    gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 0, 0)
    return buffer
  })
  let frame = 0
  const next = () => {
    if (frame === ${frames}) return done()
    for (const [index, array] of arrays.entries()) {
      for (let at = 0; at < array.length; at += 1) array[at] = Math.sin(at + frame)
      gl.bindBuffer(gl.ARRAY_BUFFER, buffers[index])
      gl.bufferSubData(gl.ARRAY_BUFFER, 0, array)
    }
    gl.drawArrays(gl.TRIANGLES, 0, vertices)
    frame += 1
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
})`
