import type { StepId } from '@throughline/flow/plan'
import { useReactFlow, useStore, useStoreApi } from '@xyflow/react'
import { type FocusEvent, type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CanvasLayout } from './layout/layout-of.ts'
import { fitted, opened, panInto, type Rect } from './view.ts'

/** The + under a card becomes visible with it. */
const UNDER_CARD = 56

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Bars that may cover the canvas, counted from its corner. */
function barsOver(canvas: HTMLElement): Rect[] {
  const corner = canvas.getBoundingClientRect()
  const bars = canvas.querySelectorAll('.react-flow__panel, [data-canvas-bars] > *')
  return [...bars].map((bar) => rectIn(bar, corner))
}

type ViewOptions = {
  canvas: RefObject<HTMLElement | null>
  layout: CanvasLayout
  revealed: StepId | undefined
  tools: boolean
}

/** What was in the middle stays there when a panel opens or closes beside the canvas. */
function useKeptMiddle(width: number, moved: RefObject<boolean>) {
  const { setViewport } = useReactFlow()
  const store = useStoreApi()
  const widthBefore = useRef(0)
  const keepMiddle = useEffectEvent((now: number) => {
    const before = widthBefore.current
    widthBefore.current = now
    const [x, y, zoom] = store.getState().transform
    if (before > 0 && now > 0 && moved.current) void setViewport({ x: x + (now - before) / 2, y, zoom })
  })
  useEffect(() => keepMiddle(width), [width])
}

/** An element's rectangle, counted from the corner of another. */
function rectIn(element: Element, { left: x, top: y }: DOMRect): Rect {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return { left: left - x, right: right - x, top: top - y, bottom: bottom - y }
}

/** Shows the whole drawing until the person moves it; from then on pans to what gets the focus or is revealed. */
export function useView({ canvas, layout, revealed, tools }: ViewOptions) {
  const { setViewport } = useReactFlow()
  const store = useStoreApi()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const moved = useRef(false)
  const [placed, setPlaced] = useState(false)
  /** Something in it has had the focus. */
  const used = useRef(false)

  const open = useEffectEvent((drawn: CanvasLayout, size: { width: number; height: number }) => {
    const element = canvas.current
    if (element && !moved.current) void setViewport(opened(drawn, size, barsOver(element), tools))
  })
  useEffect(() => {
    if (width === 0 || height === 0) return
    open(layout, { width, height })
    // oxlint-disable-next-line react/set-state-in-effect -- only what is on the screen has a size
    setPlaced(true)
  }, [layout, width, height])

  useKeptMiddle(width, moved)
  const panBy = (rect: Rect, duration: number) => {
    const element = canvas.current
    const [x, y, zoom] = store.getState().transform
    if (!element || width === 0) return
    const { dx, dy } = panInto(rect, { width, height }, barsOver(element))
    if (dx === 0 && dy === 0) return
    moved.current = true
    void setViewport({ x: x + dx, y: y + dy, zoom }, { duration: calm() ? 0 : duration })
  }
  const reveal = useEffectEvent((id: StepId) => {
    const box = layout.boxes.find((each) => each.id === id)
    const [x, y, zoom] = store.getState().transform
    if (!box) return
    const left = x + (box.x - box.w / 2) * zoom
    const top = y + box.y * zoom
    panBy({ left, top, right: left + box.w * zoom, bottom: top + (box.h + UNDER_CARD) * zoom }, 200)
    // The + that added it is gone, and the focus with it.
    if (used.current && document.activeElement === document.body)
      canvas.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(id)}"]`)?.focus({ preventScroll: true })
  })
  // What was added just now may be drawn a moment later.
  const drawn = layout.boxes.some(({ id }) => id === revealed)
  useEffect(() => {
    if (revealed !== undefined && drawn && width > 0 && height > 0) reveal(revealed)
  }, [revealed, drawn, width, height])

  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const element = canvas.current
    used.current = true
    if (!element || !event.target.matches('.react-flow__viewport :focus-visible')) return
    panBy(rectIn(event.target, element.getBoundingClientRect()), 0)
  }
  const fit = useCallback(() => {
    const element = canvas.current
    const { width: wide, height: high } = store.getState()
    if (!element) return
    moved.current = false
    const all = fitted(layout, { width: wide, height: high }, barsOver(element), tools)
    void setViewport(all, { duration: calm() ? 0 : 200 })
  }, [canvas, layout, tools, store, setViewport])

  const onMoveStart = useCallback((event: MouseEvent | TouchEvent | null) => {
    if (event) moved.current = true
  }, [])
  return { fit, onFocus, onMoveStart, placed }
}
