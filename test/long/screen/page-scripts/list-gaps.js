// Runs in the page: measures in every frame the largest part of the visible list that no line covers. `takeLargestGap()` returns it and
// starts again.
;(() => {
  let measured = { places: 0, worst: 0 }
  let place = -1
  const look = () => {
    const scroller = document.querySelector('.scroller')
    const lines = scroller?.querySelector('.lines')
    if (scroller !== null && lines !== null && lines !== undefined) {
      const window = scroller.getBoundingClientRect()
      const list = lines.getBoundingClientRect()
      const end = Math.min(window.bottom, list.bottom)
      let covered = Math.max(window.top, list.top)
      let gap = 0
      const places = [...lines.querySelectorAll('.line-place')].map((line) => line.getBoundingClientRect())
      for (const { top, bottom } of places.toSorted((one, other) => one.top - other.top)) {
        if (top >= end) break
        gap = Math.max(gap, top - covered)
        covered = Math.max(covered, bottom)
      }
      gap = Math.max(gap, end - covered)
      if (scroller.scrollTop !== place) measured.places += 1
      place = scroller.scrollTop
      measured.worst = Math.max(measured.worst, gap)
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  globalThis.takeLargestGap = () => {
    const result = measured
    measured = { places: 0, worst: 0 }
    return result
  }
})()
