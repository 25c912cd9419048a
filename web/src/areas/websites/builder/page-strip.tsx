import type { WebsiteContent } from '@throughline/contracts/website-content'
import type { WebsiteProblem } from '@throughline/contracts/websites'
import { Monitor, Plus, Smartphone, Tablet, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { texts } from '../builder.texts.ts'
import { problemText } from './problem-text.ts'
import type { View } from './use-view.ts'

const WIDTHS = [
  { value: '1280', label: '1280', icon: Monitor },
  { value: '768', label: '768', icon: Tablet },
  { value: '375', label: '375', icon: Smartphone },
] as const
export type Width = (typeof WIDTHS)[number]['value']

type PageStripProps = {
  content: WebsiteContent
  view: View
  problems: readonly WebsiteProblem[]
  scale: number
  width: Width
  onWidth: (width: Width) => void
  /** Undefined where nothing can be edited. */
  onAddPage: (() => void) | undefined
}

export function PageStrip({ content, view, problems, scale, width, onWidth, onAddPage }: PageStripProps) {
  return (
    <div className="flex h-11 shrink-0 items-center gap-2 border-b px-3">
      <nav aria-label={texts.pageTabs} className="flex min-w-0 flex-1 items-center gap-1 overflow-x-auto">
        {content.pages.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            translate="no"
            aria-current={id === view.page?.id ? 'page' : undefined}
            onClick={() => view.open(id)}
            className="h-8 shrink-0 rounded-sm px-3 text-sm hover:bg-surface-2 aria-[current=page]:bg-surface-3 aria-[current=page]:font-medium"
          >
            {title}
          </button>
        ))}
        {onAddPage && <IconButton label={texts.addPage} icon={Plus} onClick={onAddPage} />}
      </nav>
      {onAddPage && problems.length > 0 && <Checks content={content} view={view} problems={problems} />}
      <span className="tnum text-xs text-fg-3">{texts.zoom(Math.round(scale * 100))}</span>
      <Segmented<Width> label={texts.width} value={width} onChange={onWidth} items={WIDTHS} />
    </div>
  )
}

/** What stands in the way of publishing or is worth a look, each with the way there. */
function Checks({ content, view, problems }: Pick<PageStripProps, 'content' | 'view' | 'problems'>) {
  const [open, setOpen] = useState(false)
  const go = ({ page, element }: WebsiteProblem) => {
    setOpen(false)
    if (page) view.open(page)
    view.select(element)
  }
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      align="end"
      title={texts.checks}
      className="w-84"
      trigger={
        <button
          type="button"
          className="flex h-8 shrink-0 items-center gap-1.5 rounded-sm px-2 text-sm font-medium text-warning-fg hover:bg-surface-2"
        >
          <TriangleAlert size={14} aria-hidden />
          {texts.checkCount(problems.length)}
        </button>
      }
    >
      <ul className="max-h-80 space-y-2 overflow-y-auto">
        {problems.map((problem, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a problem is nothing but its place in the list
          <li key={at} className="flex items-start gap-2 text-sm">
            <span className="min-w-0 flex-1">
              {problemText(problem)}
              <span translate="no" className="block text-xs text-fg-3">
                {content.pages.find(({ id }) => id === problem.page)?.title}
              </span>
            </span>
            {problem.page && (
              <Button size="sm" onClick={() => go(problem)}>
                {texts.show}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Popover>
  )
}
