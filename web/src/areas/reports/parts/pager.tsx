import { Button } from '../../../ui/button.tsx'
import { spec, texts } from '../reports.texts.ts'

type PagerProps = { page: number; pages: number; onPage: (page: number) => void }

/** Only where there is more than one page. */
export function Pager({ page, pages, onPage }: PagerProps) {
  if (pages < 2) return null
  return (
    <nav aria-label={texts.pages} className="flex items-center gap-3">
      <Button size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {spec.previous}
      </Button>
      <span aria-live="polite" className="tnum text-sm text-fg-2">
        {spec.pageOf(page, pages)}
      </span>
      <Button size="sm" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {spec.next}
      </Button>
    </nav>
  )
}
