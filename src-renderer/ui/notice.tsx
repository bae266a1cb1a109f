// Shown instead of content that cannot be shown: what, why, and what to do.
import type { Tone } from './bend-state.ts'
import { Sign } from './sign.tsx'

export interface NoticeProps {
  tone: Tone
  title: string
  children?: React.ReactNode
}

export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <section className={`notice notice-${tone}`} aria-label={title}>
      <Sign tone={tone} />
      <div className="notice-text">
        <h2>{title}</h2>
        {children}
      </div>
    </section>
  )
}
