import type { WebsiteContent } from '@throughline/contracts/website-content'
import type { Website } from '@throughline/contracts/websites'
import { Monitor, Plus, Smartphone, Tablet } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { texts } from '../builder.texts.ts'
import { Checks } from './checks.tsx'
import type { EditSite } from './use-site.ts'
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
  /** Null until it was saved. */
  website: Website | null
  scale: number
  width: Width
  onWidth: (width: Width) => void
  /** Undefined where nothing can be edited. */
  edit: { onAddPage: () => void; onChange: EditSite } | undefined
}

export function PageStrip({ content, view, website, scale, width, onWidth, edit }: PageStripProps) {
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
        {edit && <IconButton label={texts.addPage} icon={Plus} onClick={edit.onAddPage} />}
      </nav>
      {edit && website && <Checks {...{ content, view, website }} onChange={edit.onChange} />}
      <span className="tnum text-xs text-fg-3">{texts.zoom(Math.round(scale * 100))}</span>
      <Segmented<Width> label={texts.width} value={width} onChange={onWidth} items={WIDTHS} />
    </div>
  )
}
