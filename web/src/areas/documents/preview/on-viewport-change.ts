/** Calls `look` when another part of the element may have become visible, by scrolling or by a new size. */
export function onViewportChange(element: HTMLElement, look: () => void): () => void {
  element.addEventListener('scroll', look, { passive: true })
  const observer = new ResizeObserver(look)
  observer.observe(element)
  return () => {
    element.removeEventListener('scroll', look)
    observer.disconnect()
  }
}
