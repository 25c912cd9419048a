import { ArrowUp } from 'lucide-react'

type FreshPillProps = {
  count: number
  /** "3 new". */
  text: (count: number) => string
  /** "Show 3 new documents". */
  label: (count: number) => string
  onShow: () => void
}

/** What has come while the list was read; a press brings it in. Its place is kept, so that nothing moves when it comes. */
export function FreshPill({ count, text, label, onShow }: FreshPillProps) {
  return (
    <output className="h-7 w-20 shrink-0 max-[759px]:empty:hidden">
      {count > 0 && (
        <button
          type="button"
          aria-label={label(count)}
          onClick={onShow}
          className="flex h-7 w-full items-center justify-center gap-1 rounded-full bg-accent text-xs font-medium whitespace-nowrap text-on-accent hover:bg-accent-hover"
        >
          <ArrowUp size={13} aria-hidden />
          {text(count)}
        </button>
      )}
    </output>
  )
}
