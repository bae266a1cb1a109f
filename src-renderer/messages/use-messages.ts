// The messages of this screen now, without the dismissed ones.
import { useState } from 'react'
import { useShownExport } from '../exports/use-shown-export.ts'
import { useSignalEvent } from '../sounds/use-signal-event.ts'
import { useMarks } from '../station/queries.ts'
import { useBrake, useLinkState, useStatus } from '../station/station-context.tsx'
import { useScreenStore, useSlice } from '../store/use-screen-store.ts'
import { useDismissOnLeave } from '../ui/use-dismiss-on-leave.ts'
import { isDismissable, keyOf, messagesOf, type Message } from './message.ts'

export interface Messages {
  /** Without the dismissed ones. */
  shown: readonly Message[]
  all: readonly Message[]
  dismiss: (message: Message) => void
}

/** `shownSheetId`: this sheet's page has its own undo. `showsExports`: the screen shows the exports itself. Use it once. */
export function useMessages({
  shownSheetId,
  showsExports,
}: {
  shownSheetId: string | null
  showsExports: boolean
}): Messages {
  const status = useStatus()
  const brake = useBrake()
  const isLinkLost = useLinkState() === 'lost'
  const { storageRefusal, scanProblem } = useScreenStore()
  const isStorageRefused = useSlice(storageRefusal.isActive)
  const scan = useSlice(scanProblem)
  useDismissOnLeave(scan !== null, messageBar, () => scanProblem.set(null))
  const signal = useSignalEvent()
  const exported = useShownExport(messageBar)
  const marks = useMarks(status.queue.held > 0).data?.marks
  const heldMarks =
    status.queue.held === 0
      ? []
      : (marks ?? []).filter(
          ({ state, heldUntil, sheetId }) => state === 'held' && heldUntil !== null && sheetId !== shownSheetId,
        )
  const all = messagesOf({
    isLinkLost,
    status,
    brake,
    isStorageRefused,
    signal,
    scanProblem: scan,
    heldMarks,
    export: showsExports ? null : exported.shown,
  })
  const dismissed = useDismissed(all)
  return {
    all,
    shown: all.filter((message) => !isDismissable(message) || !dismissed.keys.has(keyOf(message))),
    dismiss: (message) => {
      if (message.kind === 'export') exported.dismiss()
      else if (message.kind === 'scan') scanProblem.set(null)
      else dismissed.add(keyOf(message))
    },
  }
}

const messageBar = '.status, .status-over, .messages'

/** The keys of the dismissed messages. The key of a message that has ended is removed: when the message occurs again, it is shown. */
function useDismissed(all: readonly Message[]): { keys: ReadonlySet<string>; add: (key: string) => void } {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const presentKeys = new Set(all.map(keyOf))
  const stillPresent = new Set([...keys].filter((key) => presentKeys.has(key)))
  if (stillPresent.size < keys.size) setKeys(stillPresent)
  return { keys: stillPresent, add: (key) => setKeys((before) => new Set([...before, key])) }
}
