// Plays a signal through the speakers, made of plain tones. A browser plays nothing before the page was first touched. Each signal is
// also shown on the screen (signals.tsx).
import type { Look } from '../look/look.ts'
import type { ReadonlySlice } from '../store/slice.ts'
import { signalTones, type Signal } from './tones.ts'

const volume = 0.25
/** Fades each tone in and out, since a sudden start or end crackles. */
const fadeS = 0.015
/** Opening the audio device takes long: the touch is handled first. */
const maxStartDelayMs = 500

export class SignalPlayer {
  readonly #look: ReadonlySlice<Pick<Look, 'sounds'>>
  #audio: AudioContext | null = null

  constructor(look: ReadonlySlice<Pick<Look, 'sounds'>>) {
    this.#look = look
  }

  /** Call it once, when the page starts. */
  startAtFirstTouch(page: Window): void {
    const start = (): void => {
      this.#audio ??= new AudioContext()
      void this.#audio.resume()
    }
    const onTouch = (): void => void page.requestIdleCallback(start, { timeout: maxStartDelayMs })
    for (const event of ['pointerdown', 'keydown'])
      page.document.addEventListener(event, onTouch, { once: true, capture: true })
  }

  /** Plays nothing where sounds are off, or not allowed yet. */
  play(signal: Signal): void {
    const audio = this.#audio
    if (!this.#look.value.sounds || audio?.state !== 'running') return
    const now = audio.currentTime
    for (const { frequencyHz, startS, durationS } of signalTones[signal]) {
      const tone = audio.createOscillator()
      const gain = audio.createGain()
      tone.type = 'triangle'
      tone.frequency.value = frequencyHz
      gain.gain.setValueAtTime(0, now + startS)
      gain.gain.linearRampToValueAtTime(volume, now + startS + fadeS)
      gain.gain.setValueAtTime(volume, now + startS + durationS - fadeS)
      gain.gain.linearRampToValueAtTime(0, now + startS + durationS)
      tone.connect(gain).connect(audio.destination)
      tone.start(now + startS)
      tone.stop(now + startS + durationS)
    }
  }
}
