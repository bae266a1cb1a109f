// Electron's own ports as the station's contract knows them: the main process's and the station host's.
import type { MessagePortMain } from 'electron'
import type { Port } from '../../shared/station-api/index.ts'

export const portOf = (port: MessagePortMain): Port => ({
  postMessage: (message) => port.postMessage(message),
  start: () => port.start(),
  close: () => port.close(),
  onMessage: (listener) => void port.on('message', ({ data }: { data: unknown }) => listener(data)),
  onClose: (listener) => void port.on('close', listener),
})
