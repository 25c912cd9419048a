import { ArrowUp } from 'lucide-react'
import { texts } from '../instances.texts.ts'

/** What has come while the list was read; a press brings it in. Its place is kept, so that nothing moves when it comes. */
export function FreshPill({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <output className="h-7 w-20 shrink-0 max-[759px]:empty:hidden">
      {count > 0 && (
        <button
          type="button"
          aria-label={texts.showFresh(count)}
          onClick={onShow}
          className="flex h-7 w-full items-center justify-center gap-1 rounded-full bg-accent text-xs font-medium whitespace-nowrap text-on-accent hover:bg-accent-hover"
        >
          <ArrowUp size={13} aria-hidden />
          {texts.fresh(count)}
        </button>
      )}
    </output>
  )
}
