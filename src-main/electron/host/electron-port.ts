// Adapts Electron's ports to the port of the station's contract.
import type { MessagePortMain } from 'electron'
import type { Port } from '../../../shared/station-api/index.ts'

export const portOf = (port: MessagePortMain): Port => ({
  postMessage: (message) => port.postMessage(message),
  start: () => port.start(),
  close: () => port.close(),
  onMessage: (listener) => void port.on('message', ({ data }: { data: unknown }) => listener(data)),
  onClose: (listener) => void port.on('close', listener),
})
