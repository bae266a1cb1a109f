// Connects a simulated DNC controller to the simulated machine: the machine bends the loaded program, the controller reports the counts,
// and a person sets the controller to receive whenever the machine stands still.
import type { DncTemplate } from '../maps/index.ts'
import { DncController } from './dnc-controller.ts'
import type { SimulatedMachine } from './machine.ts'
import type { SimulatedController } from './simulated-controller.ts'

export interface SimulatedDnc extends SimulatedController {
  readonly controller: DncController
}

/** `send` receives what the controller sends without a request. */
export function simulatedDnc(
  template: DncTemplate,
  machine: SimulatedMachine,
  send: (bytes: Uint8Array) => void,
): SimulatedDnc {
  /** The answer to the byte that is being handled; null: no byte is being handled. */
  let answer: Uint8Array[] | null = null
  const controller = new DncController(template, (bytes) => {
    if (answer === null) send(bytes)
    else answer.push(bytes)
  })
  const { head, step, tail } = template.text
  let loaded = controller.loaded()
  let mode: 'receive' | 'run' | 'idle' | null = null

  const updateController = (): void => {
    controller.setCount(template.counter?.counts === 'strokes' ? machine.strokes() : machine.pieces())
    controller.setStep(machine.step())
    controller.setAlarm(machine.alarm())
    const state = machine.state()
    const next = state === 'running' ? 'run' : state === 'alarm' ? 'idle' : 'receive'
    if (next !== mode) controller.setMode(next)
    mode = next
  }
  return {
    controller,
    // the next text starts with its own head
    endConnection: () => {},
    receive: (byte) => {
      answer = []
      updateController()
      controller.feed(Uint8Array.of(byte))
      const text = controller.loaded()
      if (text !== loaded) {
        loaded = text
        mode = 'idle'
        machine.load(
          Math.max(1, Math.round(((text?.length ?? 0) - head.length - tail.length) / Math.max(1, step.length))),
        )
      }
      const bytes = Buffer.concat(answer)
      answer = null
      return bytes.length === 0 ? null : bytes
    },
  }
}
