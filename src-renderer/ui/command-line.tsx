// A command for a terminal, as it is written for this station on this computer.
import { useCommandStart } from '../station/queries.ts'

/** `children`: the command's name and arguments. */
export function CommandLine({ children }: { children: string }) {
  const start = useCommandStart()
  return (
    <p>
      <code className="code">
        {start} {children}
      </code>
    </p>
  )
}
