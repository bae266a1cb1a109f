// The page's only access to the outside: the calls and messages of the station's contract. Runs sandboxed, in a context of its own.
import { contextBridge, ipcRenderer } from 'electron'
import * as z from 'zod'
import {
  CallError,
  ReconnectingLink,
  messagePortChannel,
  shellCalls,
  type CallIn,
  type CallName,
  type Channel,
  type OnCancel,
  type StationLink,
} from '../../../shared/station-api/index.ts'

// no code is created from text here either
z.config({ jitless: true })

let acceptChannel: ((channel: Channel) => void) | null = null
/** Milliseconds. A request that was sent before the window was complete may be lost. */
const askAgainMs = 3_000

ipcRenderer.on('station-port', ({ ports }) => {
  const [port] = ports
  if (port === undefined) return
  // the second answer to a repeated request
  if (acceptChannel === null) return port.close()
  const channel = messagePortChannel({
    postMessage: (message) => port.postMessage(message),
    start: () => port.start(),
    close: () => port.close(),
    onMessage: (listener) => port.addEventListener('message', ({ data }: { data: unknown }) => listener(data)),
    // Electron adds this event; older versions of Chromium do not have it
    onClose: (listener) => port.addEventListener('close', listener),
  })
  acceptChannel(channel)
})

const ask = (): void => ipcRenderer.send('station-port')

const link = new ReconnectingLink({
  open: () =>
    new Promise((resolve) => {
      const again = setInterval(ask, askAgainMs)
      acceptChannel = (channel) => {
        clearInterval(again)
        acceptChannel = null
        resolve(channel)
      }
      ask()
    }),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
})

/** An Error loses its code on its way into the page, so a refusal is sent as plain data. */
async function call<Name extends CallName>(name: Name, input: CallIn<Name>, onCancel?: OnCancel): Promise<unknown> {
  try {
    const output = await link.call(name, input, onCancel)
    // the station has granted the call; the main process owns the window and answers it
    return Object.hasOwn(shellCalls, name) ? await ipcRenderer.invoke(name, input) : output
  } catch (fault) {
    const { code, message } = fault instanceof CallError ? fault : new CallError('failed', 'the call failed')
    return Promise.reject({ code, message })
  }
}

const subscribe: StationLink['subscribe'] = (listener) => link.subscribe(listener)

contextBridge.exposeInMainWorld('kant', { call, subscribe })
