// A command for a terminal, as it is written for this station on this computer.
import { useCommandStart } from '../station/queries.ts'

/** `children`: the command's name and arguments. */
export function CommandLine({ children }: { children: string }) {
  const start = useCommandStart()
  // another line would not work on this computer
  return (
    <p>
      <code className="code">{start === null ? '…' : `${start} ${children}`}</code>
    </p>
  )
}
