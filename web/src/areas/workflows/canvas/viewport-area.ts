import type { Rect } from './view.ts'

/** A part of the drawing, in its own measure. */
export type Area = Rect

/** Drawn beyond what is in sight, so that a canvas that moves meets cards that are there already. */
const OVERSCAN = 300
/** What is drawn changes only after a move this far. */
const STRIDE = 240

const down = (value: number) => Math.floor(value / STRIDE) * STRIDE
const up = (value: number) => Math.ceil(value / STRIDE) * STRIDE

interface Canvas {
  transform: readonly [x: number, y: number, zoom: number]
  width: number
  height: number
}

export function visibleArea({ transform: [x, y, zoom], width, height }: Canvas): Area {
  return { left: -x / zoom, top: -y / zoom, right: (width - x) / zoom, bottom: (height - y) / zoom }
}

/** What is in sight, and around it. */
export function renderedArea(canvas: Canvas): Area {
  const { left, top, right, bottom } = visibleArea(canvas)
  return {
    left: down(left - OVERSCAN),
    top: down(top - OVERSCAN),
    right: up(right + OVERSCAN),
    bottom: up(bottom + OVERSCAN),
  }
}

/** Of what was drawn before, this far around stays: whoever goes back finds it there. */
const STAYS = 1200

export function grown(before: Area, now: Area): Area {
  return {
    left: Math.max(Math.min(before.left, now.left), now.left - STAYS),
    top: Math.max(Math.min(before.top, now.top), now.top - STAYS),
    right: Math.min(Math.max(before.right, now.right), now.right + STAYS),
    bottom: Math.min(Math.max(before.bottom, now.bottom), now.bottom + STAYS),
  }
}

export const sameArea = (one: Area, other: Area) =>
  one.left === other.left && one.top === other.top && one.right === other.right && one.bottom === other.bottom
