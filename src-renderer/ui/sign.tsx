// The icon of each state, so that colour is never the only difference.
import type { Tone } from './bend-state.ts'
import { Icon, type IconName } from './icon.tsx'

const icons: Readonly<Record<Tone, IconName>> = {
  open: 'circle',
  done: 'done',
  moving: 'progress',
  waiting: 'waiting',
  uncertain: 'help',
  needs_person: 'alarm',
  fault: 'fault',
}

/** Hidden from screen readers: the text is next to it. */
export const Sign = ({ tone }: { tone: Tone }) => <Icon name={icons[tone]} className={`sign tone-${tone}`} />
