// Whether this screen is setting a PIN and unlocking itself with it. What it shows stays visible meanwhile.
import { Slice } from '../store/slice.ts'

export class PinChange {
  readonly isRunning = new Slice(false)

  /** Runs `change` and ends with it, whether it succeeds or throws. */
  async run(change: () => Promise<void>): Promise<void> {
    this.isRunning.set(true)
    try {
      await change()
    } finally {
      this.isRunning.set(false)
    }
  }
}
