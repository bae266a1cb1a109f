// `npm run screenshots`: every screen and dialog in both languages and themes, at each size of a panel, as PNG files to be looked at. A
// folder may be named, and a part of a scene's name; `--readme` takes the four of the README instead.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { openRoom, roomNames, type OpenRoom } from './all-scenes.ts'
import { buildScreen, panels, type BuiltScreen } from '../page/open-screen.ts'

const root = join(import.meta.dirname, '../../../..')
const forReadme = ['list', 'sheet', 'plan', 'oversight']

const { values, positionals } = parseArgs({ allowPositionals: true, options: { readme: { type: 'boolean' } } })
const [named = join(root, 'screenshots'), part = ''] = positionals
const built = await buildScreen()
try {
  if (values.readme === true) await takeForReadme(built, join(root, 'resources/pictures'))
  else for (const language of ['nb', 'en'] as const) await takeAll(built, language, named)
} finally {
  await built.close()
}

async function takeAll(screen: BuiltScreen, language: 'nb' | 'en', folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await throughRooms(screen, language, async ({ page, scenes, show }) => {
    for (const scene of scenes.filter(({ name }) => name.includes(part))) {
      await page.setViewportSize({ width: 1366, height: 768 })
      await show(scene)
      for (const { width, height } of panels) {
        await page.setViewportSize({ width, height })
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await drawn(page)
          const name = `${scene.name.replaceAll(/[^\p{L}\d]+/gu, '-')}-${width}x${height}-${language}-${colorScheme}`
          await page.screenshot({ path: join(folder, `${name}.png`) })
        }
      }
      console.log(scene.name, language)
    }
  })
}

/** What is drawn for itself, as the folded piece is, follows the theme and the size a frame later. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
  )
}

async function takeForReadme(screen: BuiltScreen, folder: string): Promise<void> {
  await throughRooms(screen, 'nb', async ({ page, scenes, show }) => {
    for (const scene of scenes.filter(({ name }) => forReadme.includes(name))) {
      await show(scene)
      await page.screenshot({ path: join(folder, `${scene.name}.png`) })
      console.log(scene.name)
    }
  })
}

async function throughRooms(
  screen: BuiltScreen,
  language: 'nb' | 'en',
  take: (room: OpenRoom) => Promise<void>,
): Promise<void> {
  for (const name of roomNames) {
    const room = await openRoom(screen, name, { language })
    await take(room)
    await room.close()
    if (room.complaints.length === 0) continue
    console.error(name, room.complaints.join(' | '))
    process.exitCode = 1
  }
}
