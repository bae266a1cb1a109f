// `npm run screenshots`: every screen and dialog in both languages and themes, at each size of a panel, as PNG files to be looked at. A
// folder may be named, and a part of a scene's name; `--readme` takes the four of the README instead.
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { serveStation } from '../../../src-main/cli/start-station.ts'
import { systemClock } from '../../../src-main/platform/clock.ts'
import { connectWorkshop } from '../../../src-main/station/connect-workshop.ts'
import { openStation } from '../../../src-main/station/station.ts'
import { startService } from '../../../src-service/service.ts'
import { openScene, scenes, type Scene } from './craft/scenes.ts'
import { buildScreen, type BuiltScreen, type ScreenLook } from './open-screen.ts'

const root = join(import.meta.dirname, '../../..')
const sizes = [
  { width: 1920, height: 1080 },
  { width: 1366, height: 768 },
  { width: 1080, height: 1920 },
  { width: 1024, height: 600 },
]

const { values, positionals } = parseArgs({ allowPositionals: true, options: { readme: { type: 'boolean' } } })
const [named = join(root, 'screenshots'), part = ''] = positionals
const built = await buildScreen()
try {
  if (values.readme === true) await forReadme(built)
  else await all(built, named, part)
} finally {
  await built.close()
}

async function all(screen: BuiltScreen, folder: string, wanted: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const scene of scenes.filter(({ name }) => name.includes(wanted)))
    for (const size of sizes)
      for (const language of ['nb', 'en'] as const)
        for (const colorScheme of ['light', 'dark'] as const) {
          const name = `${scene.name.replaceAll(/[^\p{L}\d]+/gu, '-')}-${size.width}x${size.height}-${language}-${colorScheme}`
          await take(screen, scene, { ...size, language, colorScheme }, join(folder, `${name}.png`))
        }
}

async function forReadme(screen: BuiltScreen): Promise<void> {
  const folder = join(root, 'resources/pictures')
  for (const name of ['list', 'sheet', 'oversight']) {
    const scene = scenes.find((one) => one.name === name)
    if (scene === undefined) throw new Error(`there is no scene ${name}`)
    await take(screen, scene, { width: 1366, height: 768 }, join(folder, `${name}.png`))
  }
  await planOfSandbox(screen, join(folder, 'plan.png'))
}

/** A plan is reckoned by a station: this one is the sandbox's own. */
async function planOfSandbox({ browser, pageFolder }: BuiltScreen, path: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kant-screenshots-'))
  const data = join(folder, 'station')
  mkdirSync(data)
  const service = await startService({ dataFolder: join(folder, 'workshop'), port: 0, limitFactor: 100 })
  const key = service.keys?.maskin ?? ''
  const connected = await connectWorkshop({ folder: data, baseUrl: service.baseUrl, key, clock: systemClock })
  if (!connected.ok) throw new Error(connected.lines.join(' '))
  const station = await serveStation({
    folder: data,
    pageFolder,
    openStation: async () => openStation({ dataFolder: data }),
    clock: systemClock,
    random: randomBytes,
    onFault: (name, fault) => console.error(name, fault),
  })
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'nb-NO' })
  const page = await context.newPage()
  await page.goto(station.url())
  await page.getByRole('link', { name: 'Plan' }).click()
  await page.locator('.plan-line').first().waitFor()
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path })
  console.log(path)
  await context.close()
  await station.close()
  await service.close()
  rmSync(folder, { recursive: true, force: true })
}

async function take(screen: BuiltScreen, scene: Scene, look: ScreenLook, path: string): Promise<void> {
  const { page, complaints, close } = await openScene(screen, scene, look)
  await page.screenshot({ path })
  await close()
  console.log(path, complaints.join(' | '))
  if (complaints.length > 0) process.exitCode = 1
}
