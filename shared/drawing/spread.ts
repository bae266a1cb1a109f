// Labels in a row or column: each as near as it can be to where it belongs, none over another. Pure.

export interface Spreadable {
  readonly wanted: number
  /** How much room it takes along the row, centred on its place. */
  readonly room: number
}

/** Places for labels in the order given, which must be the order of their wanted places; least squares by merging runs. */
export function spread(labels: readonly Spreadable[]): number[] {
  interface Run {
    start: number
    count: number
    room: number
    /** The mean of where its labels would have the run begin. */
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
    let at = run.begin
    return labels.slice(run.start, run.start + run.count).map(({ room }) => {
      at += room
      return at - room / 2
    })
  })
}
