// A few words about the brake beside their sign: how it stands, a question, why not.
import type { Tone } from '../list/bend-state.ts'
import { Sign } from '../ui/sign.tsx'

export interface BrakeSaysProps {
  tone: Tone
  title: string
  children?: React.ReactNode
}

export function BrakeSays({ tone, title, children }: BrakeSaysProps) {
  return (
    <section className={`brake-says tone-${tone}`} aria-label={title}>
      <Sign tone={tone} />
      <div>
        <strong role="status">{title}</strong>
        {children}
      </div>
    </section>
  )
}
