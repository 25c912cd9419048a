import { ArrowRight, ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ChangeMark } from './change-line.tsx'
import type { Compared } from './compared.tsx'
import { historyTexts } from './history.texts.ts'

type DifferenceBarProps = { compared: Compared; from: string; to: string; onGo: (by: 1 | -1) => void }

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null

/** What is compared, how much differs, and a way from change to change. */
export function DifferenceBar({ compared: { counts }, from, to, onGo }: DifferenceBarProps) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
    if (event.key === 'j') onGo(1)
    if (event.key === 'k') onGo(-1)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  const kinds = (['added', 'removed', 'changed'] as const).filter((kind) => counts[kind] > 0)
  return (
    <div className="absolute top-4 left-4 z-10 flex h-9 items-center gap-3 rounded-md border bg-card pr-1.5 pl-3 text-xs whitespace-nowrap shadow-sm">
      <span className="font-medium">
        {from} <ArrowRight size={11} aria-label={historyTexts.to} className="inline" /> {to}
      </span>
      {kinds.length === 0 && <span className="pr-2 text-fg-2">{historyTexts.same}</span>}
      {kinds.map((kind) => (
        <span key={kind} className="tnum inline-flex items-center gap-1 text-fg-2">
          <span aria-hidden>
            <ChangeMark kind={kind} />
          </span>
          {historyTexts[kind](counts[kind])}
        </span>
      ))}
      {kinds.length > 0 && (
        <span className="flex">
          <IconButton label={historyTexts.previous} kbd="K" icon={ChevronUp} onClick={() => onGo(-1)} />
          <IconButton label={historyTexts.next} kbd="J" icon={ChevronDown} onClick={() => onGo(1)} />
        </span>
      )}
    </div>
  )
}
