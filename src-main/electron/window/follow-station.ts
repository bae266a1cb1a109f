// Reads from the station's messages what the window must do: kiosk, language of the menu, updates, and whether the computer stays awake
// while a job runs at the brake.
import { powerSaveBlocker } from 'electron'
import type { LinkMessage, ShellView, StationLink } from '../../../shared/station-api/index.ts'

/** Calls `onView` at each change; null: no station is connected. */
export function onShellView(link: Pick<StationLink, 'subscribe'>, onView: (view: ShellView | null) => void): void {
  link.subscribe((message) => {
    const view = viewIn(message)
    if (view !== undefined) onView(view)
  })
}

/** Undefined: the message does not concern the window. */
function viewIn(message: LinkMessage): ShellView | null | undefined {
  if (message.kind === 'snapshot') return message.snapshot.shell
  if (message.kind === 'push') return message.name === 'shell' ? message.data : undefined
  return message.state === 'lost' ? null : undefined
}

export interface KeepAwake {
  /** It ends with the running job, or with its station. */
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
