// Plays a signal through the speakers, made of plain tones. A browser makes no sound before the page was first touched; until then,
// and where there is no sound at all, what is heard is also to be seen (signals.tsx).
import { lookNow } from '../look/this-screen.ts'
import { tonesOf, type Signal } from './tones.ts'

const loudness = 0.25
/** Begun and ended softly, since a hard edge cracks. */
const edgeS = 0.015

const longestWaitMs = 500

let speaker: AudioContext | null = null

/** Once, at the page's start: the first touch or key lets sounds through from then on. */
export function awaitFirstTouch(page: Document): void {
  for (const event of ['pointerdown', 'keydown']) page.addEventListener(event, touched, { once: true, capture: true })
}

/** A way to the speakers takes long to open: the touch is answered first. */
const touched = (): void => void window.requestIdleCallback(wake, { timeout: longestWaitMs })

function wake(): void {
  speaker ??= new AudioContext()
  void speaker.resume()
}

/** Nothing where sounds are off, or not let through yet. */
export function playSignal(signal: Signal): void {
  if (!lookNow().sounds || speaker?.state !== 'running') return
  const now = speaker.currentTime
  for (const { hertz, from, seconds } of tonesOf[signal]) {
    const tone = speaker.createOscillator()
    const volume = speaker.createGain()
    tone.type = 'triangle'
    tone.frequency.value = hertz
    volume.gain.setValueAtTime(0, now + from)
    volume.gain.linearRampToValueAtTime(loudness, now + from + edgeS)
    volume.gain.setValueAtTime(loudness, now + from + seconds - edgeS)
    volume.gain.linearRampToValueAtTime(0, now + from + seconds)
    tone.connect(volume).connect(speaker.destination)
    tone.start(now + from)
    tone.stop(now + from + seconds)
  }
}
