// The simulated machine behind a controller that takes text: what was loaded is bent, what was bent is counted, and a person sets it to
// receive whenever it stands still.
import type { DncTemplate } from '../maps/dnc-template.ts'
import { createDncController, type DncController } from './dnc-controller.ts'
import type { SimulatedMachine } from './machine.ts'
import type { SimulatedController } from './simulated-controller.ts'

export interface SimulatedDnc extends SimulatedController {
  readonly controller: DncController
}

/** `say` is for what the controller says of its own accord. */
export function simulatedDnc(
  template: DncTemplate,
  machine: SimulatedMachine,
  say: (bytes: Uint8Array) => void,
): SimulatedDnc {
  let answering: Uint8Array[] | null = null
  const controller = createDncController(template, (bytes) => {
    if (answering === null) say(bytes)
    else answering.push(bytes)
  })
  const { head, step, tail } = template.text
  let loaded = controller.loaded()
  let mode: 'receive' | 'run' | 'idle' | null = null

  const follow = (): void => {
    controller.countTo(template.counter?.counts === 'strokes' ? machine.strokes() : machine.pieces())
    controller.raise(machine.alarm())
    const state = machine.state()
    const next = state === 'running' ? 'run' : state === 'alarm' ? 'idle' : 'receive'
    if (next !== mode) controller.turnTo(next)
    mode = next
  }
  return {
    controller,
    hear: (byte) => {
      answering = []
      follow()
      controller.feed(Uint8Array.of(byte))
      const text = controller.loaded()
      if (text !== loaded) {
        loaded = text
        mode = 'idle'
        machine.load(
          Math.max(1, Math.round(((text?.length ?? 0) - head.length - tail.length) / Math.max(1, step.length))),
        )
      }
      const said = Buffer.concat(answering)
      answering = null
      return said.length === 0 ? null : said
    },
  }
}
