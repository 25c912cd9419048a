import { ChevronDown, ChevronUp, Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Input } from '../../../../ui/input.tsx'
import { texts } from '../preview.texts.ts'
import type { Viewing } from '../use-viewing.ts'
import { MAX_HITS } from './hits.ts'

type FindBarProps = { viewing: Viewing; onClose: () => void }

function said({ words, hits, at }: Viewing): string {
  if (!words) return ''
  if (hits === null) return texts.searching
  if (hits === 0) return texts.noHits
  return hits < MAX_HITS ? texts.hits(at + 1, hits) : texts.manyHits(at + 1, hits)
}

/** ↵ leads to the next, ⇧↵ to the one before, Escape back to the file. */
export function FindBar({ viewing, onClose }: FindBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const { words, at, hits, change } = viewing
  useEffect(() => bar.current?.querySelector('input')?.focus(), [])
  const step = (by: 1 | -1) => {
    if (hits) change({ at: (at + by + hits) % hits })
  }
  return (
    <div
      ref={bar}
      className="absolute top-3 right-4 z-(--z-panel) rounded-md border bg-overlay p-1.5 shadow-md max-[759px]:inset-x-2 max-[759px]:top-2"
    >
      <div className="flex items-center gap-1">
        <Input
          type="search"
          size="sm"
          icon={Search}
          aria-label={texts.find}
          placeholder={texts.findPlaceholder}
          value={words}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
          className="w-52 max-[759px]:w-auto max-[759px]:flex-1"
          onChange={({ target }) => change({ words: target.value, terms: null, at: 0 })}
          onKeyDown={(event) => {
            if (event.key === 'Enter') step(event.shiftKey ? -1 : 1)
            if (event.key !== 'Escape') return
            event.stopPropagation()
            onClose()
          }}
        />
        <output className="tnum min-w-18 px-1 text-center text-xs whitespace-nowrap text-fg-3">{said(viewing)}</output>
        <IconButton label={texts.previousHit} icon={ChevronUp} disabled={!hits} onClick={() => step(-1)} />
        <IconButton label={texts.nextHit} icon={ChevronDown} disabled={!hits} onClick={() => step(1)} />
        <IconButton label={texts.closeFind} icon={X} onClick={onClose} />
      </div>
      <FoundPages viewing={viewing} />
    </div>
  )
}

/** The pages that a search found, until other words are typed. */
function FoundPages({ viewing }: { viewing: Viewing }) {
  const { foundOn, terms, page: read, change, toPage } = viewing
  if (!terms || foundOn.length < 2) return null
  return (
    <ul
      aria-label={texts.foundPages}
      className="mt-1.5 flex max-w-92 gap-1.5 overflow-x-auto p-0.5 max-[759px]:max-w-none"
    >
      {foundOn.map(({ page, count }) => (
        <li key={page} className="shrink-0">
          <button
            type="button"
            aria-current={page === read ? 'page' : undefined}
            onClick={() => {
              toPage(page)
              change({ from: page })
            }}
            className="tnum inline-flex h-7 items-center gap-1.5 rounded-full border px-2.5 text-xs text-fg-2 hover:bg-surface-2 aria-[current]:border-accent-line aria-[current]:bg-accent-subtle aria-[current]:font-medium aria-[current]:text-accent-text"
          >
            {texts.page(page)} <span aria-hidden>{count}</span>
            <span className="sr-only">{texts.matches(count)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
