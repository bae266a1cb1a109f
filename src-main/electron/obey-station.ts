// What the station says of the window is done: a kiosk, a computer that stays awake while a job runs at the brake, the language
// of the menu, and when an update may go in.
import { powerSaveBlocker } from 'electron'
import type { LinkMessage, ShellView, StationLink } from '../../shared/station-api/index.ts'

/** Told at each change of what the station wants; null: there is no station just now. */
export function onShellView(link: Pick<StationLink, 'subscribe'>, tell: (view: ShellView | null) => void): void {
  link.subscribe((message) => {
    const view = viewIn(message)
    if (view !== undefined) tell(view)
  })
}

/** Undefined: the message says nothing of the shell. */
function viewIn(message: LinkMessage): ShellView | null | undefined {
  if (message.kind === 'snapshot') return message.snapshot.shell
  if (message.kind === 'push') return message.name === 'shell' ? message.data : undefined
  return message.state === 'lost' ? null : undefined
}

export interface KeepAwake {
  /** The running job owns it: it is let go when the job ends, or the station that ran it. */
  set: (awake: boolean) => void
}

export function createKeepAwake(): KeepAwake {
  let held: number | null = null
  return {
    set: (awake) => {
      if (awake && held === null) held = powerSaveBlocker.start('prevent-display-sleep')
      else if (!awake && held !== null) {
        powerSaveBlocker.stop(held)
        held = null
      }
    },
  }
}
