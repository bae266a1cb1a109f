// Run in the page: from now on looks at every frame for a stretch of the list's window that no line covers. `seen()` tells, and begins anew.
;(() => {
  let seen = { places: 0, worst: 0 }
  let place = -1
  const look = () => {
    const scroller = document.querySelector('.scroller')
    const lines = scroller?.querySelector('.lines')
    if (scroller !== null && lines !== null && lines !== undefined) {
      const window = scroller.getBoundingClientRect()
      const whole = lines.getBoundingClientRect()
      const end = Math.min(window.bottom, whole.bottom)
      let covered = Math.max(window.top, whole.top)
      let hole = 0
      const places = [...lines.querySelectorAll('.line')].map((line) => line.getBoundingClientRect())
      for (const { top, bottom } of places.toSorted((one, other) => one.top - other.top)) {
        if (top >= end) break
        hole = Math.max(hole, top - covered)
        covered = Math.max(covered, bottom)
      }
      hole = Math.max(hole, end - covered)
      if (scroller.scrollTop !== place) seen.places += 1
      place = scroller.scrollTop
      seen.worst = Math.max(seen.worst, hole)
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  globalThis.seen = () => {
    const told = seen
    seen = { places: 0, worst: 0 }
    return told
  }
})()
