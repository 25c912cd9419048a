import { Panel, useReactFlow, useStore } from '@xyflow/react'
import { Maximize, Minus, Plus, Wand2 } from 'lucide-react'
import { useMemo } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { usePageKeys } from '../../../ui/page-keys.ts'
import { texts } from './canvas.texts.ts'

/** What ⇧1 types on a keyboard where the digits are below. */
const SHIFT_ONE = '!'

export function ZoomBar({ onFit }: { onFit: () => void }) {
  const zoom = useStore((state) => state.transform[2])
  const { zoomIn, zoomOut } = useReactFlow()
  const { zoomIn: closer, zoomOut: further, fit, tidy } = texts.canvas
  usePageKeys(
    useMemo(
      () => [
        { key: SHIFT_ONE, label: fit, act: onFit },
        { key: '+', label: closer, act: () => void zoomIn() },
        { key: '-', label: further, act: () => void zoomOut() },
      ],
      [onFit, zoomIn, zoomOut, fit, closer, further],
    ),
  )
  return (
    <Panel position="bottom-left">
      <div className="flex items-center rounded-md border bg-card p-0.5 shadow-sm">
        <IconButton label={further} kbd="-" side="top" icon={Minus} onClick={() => void zoomOut()} />
        <span className="tnum w-11 text-center text-xs text-fg-2">{`${Math.round(zoom * 100)}%`}</span>
        <IconButton label={closer} kbd="+" side="top" icon={Plus} onClick={() => void zoomIn()} />
        <IconButton label={fit} kbd="⇧1" side="top" icon={Maximize} onClick={onFit} />
        <IconButton label={tidy} side="top" icon={Wand2} onClick={onFit} />
      </div>
    </Panel>
  )
}
