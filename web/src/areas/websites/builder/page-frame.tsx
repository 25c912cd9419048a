import { useEffect, useEffectEvent, useRef, useState } from 'react'

export interface Box {
  id: string
  left: number
  top: number
  width: number
  height: number
}

const boxesIn = (page: Document): Box[] =>
  [...page.querySelectorAll<HTMLElement>('[data-element]')].map((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { id: element.dataset['element'] ?? '', left, top, width, height }
  })

type PageFrameProps = {
  html: string
  title: string
  width: number
  scale: number
  /** Where the elements of the page are, whenever that changes. */
  onMeasured?: (boxes: Box[], height: number) => void
}

/**
 * Holds the published page. Nothing runs in it; being of the same origin only lets this page measure where its elements
 * are. It is written anew in place, so that typing does not load it each time.
 */
export function PageFrame({ html, title, width, scale, onMeasured }: PageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [loaded, setLoaded] = useState(false)
  const [height, setHeight] = useState(640)
  const measure = useEffectEvent((page: Document) => {
    const tall = Math.ceil(page.body.scrollHeight)
    setHeight(tall)
    onMeasured?.(boxesIn(page), tall)
  })
  useEffect(() => {
    const element = frame.current
    if (element && !loaded) element.srcdoc = html
    const page = element?.contentDocument
    if (!loaded || !page) return undefined
    page.documentElement.innerHTML = html
    // Tells the first size too, and each one after the width of the frame was changed.
    const observer = new ResizeObserver(() => measure(page))
    observer.observe(page.body)
    return () => observer.disconnect()
  }, [html, loaded])
  return (
    <div style={{ width: width * scale, height: height * scale }} className="overflow-hidden">
      <iframe
        ref={frame}
        title={title}
        tabIndex={-1}
        sandbox="allow-same-origin"
        onLoad={() => setLoaded(true)}
        style={{ width, height, transform: `scale(${scale})`, transformOrigin: '0 0' }}
        className="pointer-events-none block border-0 bg-white"
      />
    </div>
  )
}
