// The state of this screen as long as its page exists, in one object that main.tsx creates. Touches the browser only through its
// parameters.
import { PresetChoice } from '../exports/preset-choice.ts'
import { PinChange } from '../grants/pin-change.ts'
import { ListViewState } from '../list/arranging/index.ts'
import { DisplaySettings } from '../look/display-settings.ts'
import type { ScreenStorage } from '../look/screen-storage.ts'
import { OverviewState } from '../oversight/overview-state.ts'
import { PrintState } from '../scan/print-state.ts'
import type { ScanProblem } from '../scan/scan-notice.ts'
import { SignalPlayer } from '../sounds/signal-player.ts'
import { Slice } from './slice.ts'
import { OthersQuestion } from '../peers/others-question.ts'
import { StorageRefusal } from '../station/storage-refusal.ts'
import { OperatorState } from '../work/operator-state.ts'

export interface ScreenStore {
  readonly display: DisplaySettings
  readonly listView: ListViewState
  readonly operator: OperatorState
  readonly overview: OverviewState
  readonly othersQuestion: OthersQuestion
  readonly pinChange: PinChange
  /** The order whose papers are open over the screen; null: none. */
  readonly openOrder: Slice<string | null>
  readonly presetChoice: PresetChoice
  readonly print: PrintState
  /** Why the last scanned code opened nothing; null: it opened something, or its message is closed. */
  readonly scanProblem: Slice<ScanProblem | null>
  /** The step of a piece that the bend step shows or showed last; null: none yet. */
  readonly shownStep: Slice<{ readonly sheetId: string; readonly pieceNo: number; readonly stepIndex: number } | null>
  /**
   * 3D was too slow on this screen: it is drawn with fewer pixels or replaced by 2D, or the user chose it nevertheless. Null: it was fast enough so far.
   */
  readonly slowSpace: Slice<'reduced' | 'flat' | 'chosen' | null>
  readonly signals: SignalPlayer
  readonly storageRefusal: StorageRefusal
}

/** Starts to listen for touches and keys, and applies the display settings to the page. */
export function createScreenStore(storage: ScreenStorage, page: Window): ScreenStore {
  const display = new DisplaySettings(storage, page)
  display.apply()
  const signals = new SignalPlayer(display.look)
  signals.startAtFirstTouch(page)
  const operator = new OperatorState(() => Date.now())
  for (const event of ['pointerdown', 'keydown']) page.addEventListener(event, operator.onTouch, { capture: true })
  return {
    display,
    listView: new ListViewState(storage),
    operator,
    overview: new OverviewState(),
    othersQuestion: new OthersQuestion(),
    pinChange: new PinChange(),
    openOrder: new Slice<string | null>(null),
    presetChoice: new PresetChoice(storage),
    print: new PrintState(),
    scanProblem: new Slice<ScanProblem | null>(null),
    shownStep: new Slice<ScreenStore['shownStep']['value']>(null),
    slowSpace: new Slice<ScreenStore['slowSpace']['value']>(null),
    signals,
    storageRefusal: new StorageRefusal(),
  }
}
