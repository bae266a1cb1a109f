// `npm run screenshots`: every screen and dialog in both languages and themes, at each size of a panel, as PNG files to be looked at. A
// folder may be named, and a part of a scene's name; `--readme` takes the four of the README instead.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
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
  for (const name of ['list', 'sheet', 'plan', 'oversight']) {
    const scene = scenes.find((one) => one.name === name)
    if (scene === undefined) throw new Error(`there is no scene ${name}`)
    await take(screen, scene, { width: 1366, height: 768 }, join(folder, `${name}.png`))
  }
}

async function take(screen: BuiltScreen, scene: Scene, look: ScreenLook, path: string): Promise<void> {
  const { page, complaints, close } = await openScene(screen, scene, look)
  await page.screenshot({ path })
  await close()
  console.log(path, complaints.join(' | '))
  if (complaints.length > 0) process.exitCode = 1
}
