import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { TextPart } from './element-kinds.ts'

export type Rect = { left: number; top: number; width: number; height: number }

/** Where a text of an element stands, and how it looks, so that it can be written in there. */
export type TextBox = Rect & { part: TextPart; style: CSSProperties }
export type Box = Rect & { id: string; texts: TextBox[] }

const rectOf = (element: Element): Rect => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { left, top, width, height }
}

const TRANSPARENT = 'rgba(0, 0, 0, 0)'

function backgroundOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at)
    if (backgroundColor && backgroundColor !== TRANSPARENT) return backgroundColor
  }
  return 'white'
}

function textBox(part: TextPart, blocks: readonly Element[], container: Element): TextBox {
  const [first = container] = blocks
  const last = blocks.at(-1) ?? first
  const start = rectOf(first)
  const { color, fontFamily, fontSize, fontWeight, lineHeight, letterSpacing } = getComputedStyle(first)
  return {
    part,
    ...start,
    height: last.getBoundingClientRect().bottom - start.top,
    style: {
      color,
      fontFamily,
      fontSize,
      fontWeight,
      lineHeight,
      letterSpacing,
      backgroundColor: backgroundOf(first),
    },
  }
}

/** The texts of an element, found by what the renderer draws them with. */
function textsIn(element: HTMLElement): TextBox[] {
  const isSection = element.classList.contains('band')
  if (!isSection && !element.classList.contains('text')) return []
  const heading = element.querySelector('h1, h2, h3, h4, h5, h6')
  const paragraphs = [...element.querySelectorAll('p')]
  if (isSection)
    return [
      ...(heading ? [textBox('title', [heading], element)] : []),
      ...(paragraphs.length > 0 ? [textBox('content', paragraphs, element)] : []),
    ]
  return [textBox('content', heading ? [heading] : paragraphs, element)]
}

const boxesIn = (page: Document): Box[] =>
  [...page.querySelectorAll<HTMLElement>('[data-element]')].map((element) => ({
    id: element.dataset['element'] ?? '',
    ...rectOf(element),
    texts: textsIn(element),
  }))

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
  const [loads, setLoads] = useState(0)
  const [height, setHeight] = useState(640)
  const measure = useEffectEvent((page: Document) => {
    const tall = Math.ceil(page.body.scrollHeight)
    setHeight(tall)
    onMeasured?.(boxesIn(page), tall)
  })
  useEffect(() => {
    const element = frame.current
    if (element && loads === 0) element.srcdoc = html
    const page = element?.contentDocument
    // Between two loads a document has no root yet; it is written when the next one is done.
    const root = page?.querySelector('html')
    if (loads === 0 || !page || !root) return undefined
    root.innerHTML = html
    // Tells the first size too, and each one after the width of the frame was changed.
    const observer = new ResizeObserver(() => measure(page))
    observer.observe(page.body)
    // A picture that arrives late moves what stands below it without changing the page's own size.
    for (const image of page.images) observer.observe(image)
    return () => observer.disconnect()
  }, [html, loads])
  return (
    <div style={{ width: width * scale, height: height * scale }} className="overflow-hidden">
      <iframe
        ref={frame}
        title={title}
        tabIndex={-1}
        sandbox="allow-same-origin"
        onLoad={() => setLoads((now) => now + 1)}
        style={{ width, height, transform: `scale(${scale})`, transformOrigin: '0 0' }}
        className="pointer-events-none block border-0 bg-white"
      />
    </div>
  )
}
