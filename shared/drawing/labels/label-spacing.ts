// Spacing of labels in a row or column: each as near as possible to its preferred place, without overlap. Pure.

export interface Spreadable {
  readonly wanted: number
  /** Its size along the row, centred on its place. */
  readonly room: number
}

/** The bounds of a row. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/**
 * Places for labels, by least squares over merged runs. The labels must be in the order of their wanted places. With bounds, the places
 * are within them; labels that are too long for the bounds start at their start and exceed their end.
 */
export function spread(labels: readonly Spreadable[], within?: Stretch): number[] {
  const places = freely(labels)
  return within === undefined ? places : held(labels, places, within)
}

function freely(labels: readonly Spreadable[]): number[] {
  interface Run {
    start: number
    count: number
    room: number
    /** The mean of the starts that its labels prefer for the run. */
    begin: number
  }
  const runs: Run[] = []
  for (const [index, { wanted, room }] of labels.entries()) {
    let run: Run = { start: index, count: 1, room, begin: wanted - room / 2 }
    for (let last = runs.at(-1); last !== undefined && last.begin + last.room > run.begin; last = runs.at(-1)) {
      runs.pop()
      const count = last.count + run.count
      const begin = (last.begin * last.count + (run.begin - last.room) * run.count) / count
      run = { start: last.start, count, room: last.room + run.room, begin }
    }
    runs.push(run)
  }
  return runs.flatMap((run) => {
    let position = run.begin
    return labels.slice(run.start, run.start + run.count).map(({ room }) => {
      position += room
      return position - room / 2
    })
  })
}

/** Moves labels back from beyond the end, then forward from before the start; each moves its neighbours. */
function held(labels: readonly Spreadable[], places: readonly number[], { from, to }: Stretch): number[] {
  const pushed = [...places]
  let end = to
  for (let index = labels.length - 1; index >= 0; index -= 1) {
    const half = (labels[index]?.room ?? 0) / 2
    const place = Math.min(pushed[index] ?? 0, end - half)
    pushed[index] = place
    end = place - half
  }
  let start = from
  for (const [index, { room }] of labels.entries()) {
    const place = Math.max(pushed[index] ?? 0, start + room / 2)
    pushed[index] = place
    start = place + room / 2
  }
  return pushed
}
