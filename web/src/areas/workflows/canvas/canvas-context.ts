import { createContext, useContext } from 'react'
import type { Spot } from '../model/edits.ts'

/** 0: whole cards, 1: glyph and name in large type, 2: name and colour bar. */
export type Detail = 0 | 1 | 2

export interface CanvasTools {
  select: ((id: string) => void) | undefined
  /** Opens the list of step types at the button. */
  add: ((spot: Spot, button: HTMLElement) => void) | undefined
}

export const ToolsContext = createContext<CanvasTools>({ select: undefined, add: undefined })
export const DetailContext = createContext<Detail>(0)
export const useTools = () => useContext(ToolsContext)
export const useDetail = () => useContext(DetailContext)

/** Below this + and small print are gone. */
const READABLE = 0.66
const NAMES_ONLY = 0.44

export function detailAt(zoom: number): Detail {
  if (zoom >= READABLE) return 0
  return zoom >= NAMES_ONLY ? 1 : 2
}
