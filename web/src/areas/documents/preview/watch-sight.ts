/** Tells when another part of the element may be in sight, by scrolling or by its size, and how it is at first. */
export function watchSight(element: HTMLElement, look: () => void): () => void {
  element.addEventListener('scroll', look, { passive: true })
  const observer = new ResizeObserver(look)
  observer.observe(element)
  return () => {
    element.removeEventListener('scroll', look)
    observer.disconnect()
  }
}
