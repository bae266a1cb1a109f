// `npm run screenshots [FOLDER] [PART]`: writes PNG files of every screen and dialog whose name contains PART, in both languages and
// themes and at each panel size. `--readme` writes the four pictures of the README and the handbook instead, in both
// languages.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { openSceneGroup, sceneGroupNames, type OpenSceneGroup } from './all-scenes.ts'
import { buildScreen, panels, type BuiltScreen } from '../page/open-screen.ts'

const root = join(import.meta.dirname, '../../../..')
const forReadme = ['list', 'sheet', 'plan', 'oversight']

const { values, positionals } = parseArgs({ allowPositionals: true, options: { readme: { type: 'boolean' } } })
const [outputFolder = join(root, 'screenshots'), part = ''] = positionals
const built = await buildScreen()
try {
  for (const language of ['nb', 'en'] as const) {
    if (values.readme === true) await takeForReadme(built, language, join(root, 'resources/pictures', language))
    else await takeAll(built, language, outputFolder)
  }
} finally {
  await built.browser.close()
}

async function takeAll(screen: BuiltScreen, language: 'nb' | 'en', folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await forEachSceneGroup(screen, language, async ({ page, scenes, show }) => {
    for (const scene of scenes.filter(({ name }) => name.includes(part))) {
      await show(scene)
      for (const { width, height } of scene.size === undefined ? panels : [scene.size]) {
        await page.setViewportSize({ width, height })
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await nextFrame(page)
          const name = `${scene.name.replaceAll(/[^\p{L}\d]+/gu, '-')}-${width}x${height}-${language}-${colorScheme}`
          await page.screenshot({ path: join(folder, `${name}.png`) })
        }
      }
      console.log(scene.name, language)
    }
  })
}

/** A canvas such as the folded piece follows the theme and the size one frame later. */
async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
  )
}

async function takeForReadme(screen: BuiltScreen, language: 'nb' | 'en', folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await forEachSceneGroup(screen, language, async ({ page, scenes, show }) => {
    for (const scene of scenes.filter(({ name }) => forReadme.includes(name))) {
      await show(scene)
      await page.screenshot({ path: join(folder, `${scene.name}.png`) })
      console.log(scene.name)
    }
  })
}

async function forEachSceneGroup(
  screen: BuiltScreen,
  language: 'nb' | 'en',
  run: (group: OpenSceneGroup) => Promise<void>,
): Promise<void> {
  for (const name of sceneGroupNames) {
    const group = await openSceneGroup(screen, name, { language })
    await run(group)
    await group.close()
    if (group.errors.length === 0) continue
    console.error(name, group.errors.join(' | '))
    process.exitCode = 1
  }
}
