// The calls that the desktop shell answers itself, because the station has no window: asked by the app's own page alone, with
// what the contract says and nothing else.
import { dialog, ipcMain, type BrowserWindow } from 'electron'
import { calls, type CallOut } from '../../shared/station-api/index.ts'
import { isOwnPage, type SenderFrame } from './page-address.ts'

export interface ShellCallParts {
  window: () => BrowserWindow
  isKiosk: () => boolean
  /** The title of the dialog. */
  title: () => string
}

export type FolderAnswer = CallOut<'shell.choose_folder'>

/** What a page that is not ours hears, and ours with bad input. */
const refused = { code: 'bad_input', message: 'shell.choose_folder: refused' }

export function answerShellCalls(parts: ShellCallParts): void {
  ipcMain.handle('shell.choose_folder', ({ senderFrame }, input: unknown) => chooseFolder(parts, senderFrame, input))
}

/** Rejects for a frame that is not the page's own, and for an input that is not the contract's. */
export async function chooseFolder(
  { window, isKiosk, title }: ShellCallParts,
  sender: SenderFrame | null,
  input: unknown,
): Promise<FolderAnswer> {
  const asked = calls['shell.choose_folder'].in.safeParse(input)
  if (!isOwnPage(sender) || !asked.success) return Promise.reject(new Error(refused.message))
  // a dialog shows the whole computer: nothing for a screen that anybody may touch
  if (isKiosk()) return { answer: 'no_dialog' }
  const { canceled, filePaths } = await dialog.showOpenDialog(window(), {
    title: title(),
    properties: ['openDirectory', 'createDirectory'],
  })
  const [folder] = filePaths
  return canceled || folder === undefined ? { answer: 'cancelled' } : { answer: 'chosen', folder }
}
