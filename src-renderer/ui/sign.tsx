// The icon of each state, so that colour is never the only difference.
import type { Tone } from './bend-state.ts'

const shapes: Record<Tone, React.ReactNode> = {
  open: <circle cx="12" cy="12" r="8.5" className="sign-line" />,
  done: (
    <>
      <circle cx="12" cy="12" r="10" className="sign-fill" />
      <path d="M7 12.5l3.5 3.5L17 9" className="sign-cut" />
    </>
  ),
  moving: (
    <>
      <path d="M12 2l10 10-10 10L2 12z" className="sign-line" />
      <path d="M8 13l3 3 5-6.5" className="sign-line" />
    </>
  ),
  waiting: (
    <>
      <path d="M6 3h12M6 21h12" className="sign-line" />
      <path d="M7 3c0 5 5 6 5 9s-5 4-5 9M17 3c0 5-5 6-5 9s5 4 5 9" className="sign-line" />
    </>
  ),
  doubt: (
    <>
      <circle cx="12" cy="12" r="10" className="sign-line" />
      <path d="M8.8 9.4c0-4 6.4-4 6.4-.2 0 2.4-3.2 2.6-3.2 5M12 17.2v.4" className="sign-line" />
    </>
  ),
  person: (
    <>
      <path d="M12 2L23 21H1z" className="sign-fill" />
      <path d="M12 9v5M12 17.2v.6" className="sign-cut" />
    </>
  ),
  fault: (
    <>
      <rect x="2.5" y="2.5" width="19" height="19" rx="2" className="sign-fill" />
      <path d="M8 8l8 8M16 8l-8 8" className="sign-cut" />
    </>
  ),
}

/** Hidden from screen readers: the text is next to it. */
export function Sign({ tone }: { tone: Tone }) {
  return (
    <svg className={`sign tone-${tone}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {shapes[tone]}
    </svg>
  )
}
