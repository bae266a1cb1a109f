// The window's menu in the chosen language: print, edit, zoom, full screen, about. A kiosk has no menu and none of its shortcuts.
import { app, dialog, Menu, type BrowserWindow, type MenuItemConstructorOptions } from 'electron'
import en from '../../../resources/translations/en.json' with { type: 'json' }
import nb from '../../../resources/translations/nb.json' with { type: 'json' }
import type { Language } from '../../../shared/station-api/index.ts'
import { printPage } from './print-page.ts'

export type ShellWords = (typeof nb)['shell']

const words: Readonly<Record<Language, ShellWords>> = { nb: nb.shell, en: en.shell }

export const wordsOf = (language: Language): ShellWords => words[language]

export interface MenuState {
  language: Language
  kiosk: boolean
  developerTools: boolean
  /** The version that is ready to install; null: there is none. */
  update: { version: string; install: () => void } | null
}

export function showMenu(window: BrowserWindow, state: MenuState): void {
  Menu.setApplicationMenu(state.kiosk ? null : Menu.buildFromTemplate(templateOf(window, state)))
}

function templateOf(
  window: BrowserWindow,
  { language, developerTools, update }: MenuState,
): MenuItemConstructorOptions[] {
  const say = wordsOf(language)
  const line = { type: 'separator' } as const
  return [
    {
      label: say.file,
      submenu: [
        { label: say.print, accelerator: 'CmdOrCtrl+P', click: () => void printWithDialog(window) },
        line,
        { label: say.quit, role: 'quit' },
      ],
    },
    {
      label: say.edit,
      submenu: [
        { label: say.undo, role: 'undo' },
        { label: say.redo, role: 'redo' },
        line,
        { label: say.cut, role: 'cut' },
        { label: say.copy, role: 'copy' },
        { label: say.paste, role: 'paste' },
        { label: say.select_all, role: 'selectAll' },
      ],
    },
    {
      label: say.view,
      submenu: [
        { label: say.zoom_in, role: 'zoomIn' },
        { label: say.zoom_out, role: 'zoomOut' },
        { label: say.zoom_reset, role: 'resetZoom' },
        line,
        { label: say.full_screen, role: 'togglefullscreen' },
        { label: say.reload, role: 'reload' },
        ...(developerTools ? [{ label: say.developer_tools, role: 'toggleDevTools' as const }] : []),
      ],
    },
    {
      label: say.help,
      submenu: [
        ...(update === null
          ? []
          : [{ label: say.install_update.replace('{{version}}', update.version), click: update.install }]),
        { label: say.about, click: () => void showAbout(window, say) },
      ],
    },
  ]
}

/** The system's own dialog, with its printers and its PDF. A kiosk has no menu. */
async function printWithDialog({ webContents }: BrowserWindow): Promise<void> {
  const answer = await printPage(webContents, false)
  if (answer.answer === 'failed') console.error(`the page cannot be printed: ${answer.reason}`)
}

const showAbout = (window: BrowserWindow, say: ShellWords): Promise<unknown> =>
  dialog.showMessageBox(window, {
    type: 'info',
    title: say.about,
    message: `Kant ${app.getVersion()}`,
    detail: `Electron ${process.versions.electron} · Chromium ${process.versions.chrome} · Node ${process.versions.node}`,
    buttons: [say.ok],
  })
