import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { readStored, writeStored } from './stored.ts'

export const PANEL_MIN = 360
export const PANEL_MAX = 640
const STEP = 16
const KINDS = {
  object: { key: 'panel-width', width: 408 },
  /** A task with its form. */
  task: { key: 'task-panel-width', width: 472 },
  /** Something is made in it: forms, code, a drawing. */
  work: { key: 'work-panel-width', width: 608 },
}
export type PanelKind = keyof typeof KINDS

const clamp = (width: number) => Math.round(Math.min(PANEL_MAX, Math.max(PANEL_MIN, width)))

/** The panel's width and what its left edge needs to change it. */
export function usePanelWidth(kind: PanelKind) {
  const { key, width: usual } = KINDS[kind]
  const [width, setWidth] = useState(() => clamp(Number(readStored(key)) || usual))
  const [drag, setDrag] = useState<{ pointer: number; width: number } | null>(null)
  const keep = (next: number) => {
    setWidth(next)
    writeStored(key, String(next))
  }
  const handle = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      setDrag({ pointer: event.clientX, width })
    },
    onPointerMove: (event: PointerEvent) => {
      if (drag) setWidth(clamp(drag.width + drag.pointer - event.clientX))
    },
    onPointerUp: () => {
      if (drag) keep(width)
      setDrag(null)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const next = keyTarget(event.key, width)
      if (next === undefined) return
      event.preventDefault()
      keep(clamp(next))
    },
  }
  return { width, handle }
}

function keyTarget(key: string, width: number): number | undefined {
  if (key === 'ArrowLeft') return width + STEP
  if (key === 'ArrowRight') return width - STEP
  if (key === 'Home') return PANEL_MIN
  if (key === 'End') return PANEL_MAX
  return undefined
}
