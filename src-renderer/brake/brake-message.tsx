// A short message about the brake with its icon.
import type { Tone } from '../ui/bend-state.ts'
import { Sign } from '../ui/sign.tsx'

export interface BrakeMessageProps {
  tone: Tone
  title: string
  children?: React.ReactNode
}

export function BrakeMessage({ tone, title, children }: BrakeMessageProps) {
  return (
    <section className={`brake-message tone-${tone}`} aria-label={title}>
      <Sign tone={tone} />
      <div>
        <strong role="status">{title}</strong>
        {children}
      </div>
    </section>
  )
}
