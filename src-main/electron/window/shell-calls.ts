// Answers the calls that need the window, which the station does not have. Accepts only calls of the app's own page with input that the
// contract allows.
import { dialog, ipcMain, type BrowserWindow } from 'electron'
import { calls, type CallOut, type shellCalls, type UpdateView } from '../../../shared/station-api/index.ts'
import { isOwnPage, type SenderFrame } from '../page/index.ts'
import type { Updates } from '../updates/index.ts'
import { printPage } from './print-page.ts'

export interface ShellCallParts {
  window: () => BrowserWindow
  isKiosk: () => boolean
  /** The title of the dialog. */
  title: () => string
  /** The answer while `updates` is null. */
  withoutUpdates: UpdateView
  /** Null: this app does not look for updates. */
  updates: () => Pick<Updates, 'view' | 'checkNow' | 'agree'> | null
}

type FolderAnswer = CallOut<'shell.choose_folder'>

type ShellCall = keyof typeof shellCalls

export function answerShellCalls(parts: ShellCallParts): void {
  const { updates } = parts
  const view = (): UpdateView => updates()?.view() ?? parts.withoutUpdates
  ipcMain.handle('shell.choose_folder', ({ senderFrame }, input: unknown) => chooseFolder(parts, senderFrame, input))
  ipcMain.handle('shell.print', ({ senderFrame }, input: unknown) => {
    admit('shell.print', senderFrame, input)
    return printPage(parts.window().webContents, parts.isKiosk())
  })
  answerOwnPage('shell.update_read', view)
  answerOwnPage('shell.update_look', () => {
    updates()?.checkNow()
    return view()
  })
  answerOwnPage('shell.update_agree', (input) => {
    updates()?.agree(calls['shell.update_agree'].in.parse(input).version)
    return view()
  })
}

function answerOwnPage(name: ShellCall, answer: (input: unknown) => UpdateView): void {
  ipcMain.handle(name, ({ senderFrame }, input: unknown) => {
    admit(name, senderFrame, input)
    return answer(input)
  })
}

/** Throws for a frame that is not the page's own, and for an input that is not the contract's. */
function admit(name: ShellCall, sender: SenderFrame | null, input: unknown): void {
  if (!isOwnPage(sender) || !calls[name].in.safeParse(input).success) throw new Error(`${name}: refused`)
}

/** Rejects for a frame that is not the page's own, and for an input that is not the contract's. */
async function chooseFolder(
  { window, isKiosk, title }: Omit<ShellCallParts, 'updates' | 'withoutUpdates'>,
  sender: SenderFrame | null,
  input: unknown,
): Promise<FolderAnswer> {
  admit('shell.choose_folder', sender, input)
  // a dialog shows the whole computer, so a kiosk has none
  if (isKiosk()) return { answer: 'no_dialog' }
  const { canceled, filePaths } = await dialog.showOpenDialog(window(), {
    title: title(),
    properties: ['openDirectory', 'createDirectory'],
  })
  const [folder] = filePaths
  return canceled || folder === undefined ? { answer: 'cancelled' } : { answer: 'chosen', folder }
}
