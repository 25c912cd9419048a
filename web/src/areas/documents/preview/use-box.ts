import { type RefObject, useLayoutEffect, useState } from 'react'

type Box = { width: number; height: number }

/** How much room there is inside an element, as it changes. */
export function useBox(element: RefObject<HTMLElement | null>): Box {
  const [box, setBox] = useState<Box>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return undefined
    const look = () => {
      const { clientWidth: width, clientHeight: height } = current
      setBox((old) => (old.width === width && old.height === height ? old : { width, height }))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return box
}
