// Plays a signal through the speakers, made of plain tones. A browser plays nothing before the page was first touched. Each signal is
// also shown on the screen (signals.tsx).
import type { Look } from '../look/look.ts'
import type { ReadonlySlice } from '../store/slice.ts'
import { tonesOf, type Signal } from './tones.ts'

const volume = 0.25
/** Fades each tone in and out, since a hard edge crackles. */
const fadeS = 0.015
/** To open the audio device takes long: the touch is handled first. */
const longestWaitMs = 500

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
    const onTouch = (): void => void page.requestIdleCallback(start, { timeout: longestWaitMs })
    for (const event of ['pointerdown', 'keydown'])
      page.document.addEventListener(event, onTouch, { once: true, capture: true })
  }

  /** Plays nothing where sounds are off, or not allowed yet. */
  play(signal: Signal): void {
    const audio = this.#audio
    if (!this.#look.value.sounds || audio?.state !== 'running') return
    const now = audio.currentTime
    for (const { hertz, from, seconds } of tonesOf[signal]) {
      const tone = audio.createOscillator()
      const gain = audio.createGain()
      tone.type = 'triangle'
      tone.frequency.value = hertz
      gain.gain.setValueAtTime(0, now + from)
      gain.gain.linearRampToValueAtTime(volume, now + from + fadeS)
      gain.gain.setValueAtTime(volume, now + from + seconds - fadeS)
      gain.gain.linearRampToValueAtTime(0, now + from + seconds)
      tone.connect(gain).connect(audio.destination)
      tone.start(now + from)
      tone.stop(now + from + seconds)
    }
  }
}
