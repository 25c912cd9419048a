import type { ReactNode } from 'react'
import { type Status, statusLook } from './status.ts'

type StatusGlyphProps = {
  status: Status
  size?: number
  /** The word, where it does not stand beside the glyph. */
  label?: string
}

/** Every status has its own shape, so it can be told without colour. */
export function StatusGlyph({ status, size = 14, label }: StatusGlyphProps) {
  const { fill, tone } = statusLook[status]
  const names = label ? ({ role: 'img', 'aria-label': label } as const) : { 'aria-hidden': true }
  return (
    <svg {...names} width={size} height={size} viewBox="0 0 14 14" className="shrink-0">
      {shapes[status](fill, `var(--${tone}-mark)`)}
    </svg>
  )
}

type Shape = (fill: string, mark: string) => ReactNode

const ring = (mark: string, dash?: string) => (
  <circle cx="7" cy="7" r="5.6" fill="none" stroke={mark} strokeWidth="1.6" strokeDasharray={dash} />
)
const disc = (fill: string, mark: string) => <circle cx="7" cy="7" r="6" fill={fill} stroke={mark} strokeWidth=".8" />
const line = (d: string, colour: string) => (
  <path d={d} stroke={colour} strokeWidth="1.6" fill="none" strokeLinecap="round" strokeLinejoin="round" />
)
const CHECK = 'M4.2 7.2l2 2 3.7-4.2'
const cross: Shape = (fill, mark) => (
  <>
    {disc(fill, mark)}
    {line('M5 5l4 4M9 5l-4 4', '#fff')}
  </>
)

const shapes: Record<Status, Shape> = {
  draft: (fill, mark) => (
    <>
      {ring(mark, '2.4 1.9')}
      <circle cx="7" cy="7" r="2" fill={fill} />
    </>
  ),
  pending: (_, mark) => ring(mark),
  in_progress: (fill, mark) => (
    <>
      {ring(mark)}
      <path d="M7 3.4a3.6 3.6 0 0 1 0 7.2z" fill={fill} />
    </>
  ),
  review: (fill, mark) => (
    <>
      {ring(mark)}
      <path d="M7 3.4a3.6 3.6 0 1 1-3.6 3.6H7z" fill={fill} />
    </>
  ),
  approved: (fill, mark) => (
    <>
      <rect x="1" y="1" width="12" height="12" rx="3.6" fill={fill} stroke={mark} />
      {line(CHECK, '#03301f')}
    </>
  ),
  completed: (fill, mark) => (
    <>
      {disc(fill, mark)}
      {line(CHECK, '#fff')}
    </>
  ),
  rejected: cross,
  failed: cross,
  overdue: (fill, mark) => (
    <>
      {disc(fill, mark)}
      {line('M7 4v3.2l2 1.3', '#fff')}
    </>
  ),
}
