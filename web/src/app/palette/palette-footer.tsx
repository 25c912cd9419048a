import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Kbd } from '../../ui/kbd.tsx'
import { modKey } from '../../ui/mod-key.ts'
import { texts } from './palette.texts.ts'

type PaletteFooterProps = { words: string; searching: boolean; onSearch: () => void }

export function PaletteFooter({ words, searching, onSearch }: PaletteFooterProps) {
  return (
    <div className="flex h-10 shrink-0 items-center gap-4 border-t bg-surface-2 px-4 text-xs text-fg-3 dark:bg-transparent">
      <Hint keys={['↑', '↓']}>{texts.move}</Hint>
      <Hint keys={['↵']}>{searching ? texts.search : texts.open}</Hint>
      <Hint keys={[modKey('↵')]}>{texts.newTab}</Hint>
      {words && (
        <button
          type="button"
          onClick={onSearch}
          className="inset-focus ml-auto inline-flex min-w-0 items-center gap-1.5 rounded-xs hover:text-fg hover:underline"
        >
          <span className="truncate">{texts.seeAll(words)}</span>
          <ArrowRight size={13} aria-hidden className="shrink-0" />
        </button>
      )}
    </div>
  )
}

function Hint({ keys, children }: { keys: string[]; children: ReactNode }) {
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5 max-[559px]:hidden">
      <span translate="no" className="inline-flex gap-1.5">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </span>
      {children}
    </span>
  )
}
