import type { WebsiteContent } from '@throughline/contracts/website-content'
import { useMemo } from 'react'
import { cn } from '../../../ui/cn.ts'
import { PageFrame } from '../builder/page-frame.tsx'
import { siteHtml } from '../builder/site-html.ts'

const PAGE_WIDTH = 1280

type ThumbnailProps = { content: WebsiteContent; websiteId?: string; width: number; height: number; className?: string }

/** The first page drawn small, as visitors see it: white in both themes, and only to be looked at. */
export function Thumbnail({ content, websiteId, width, height, className }: ThumbnailProps) {
  const html = useMemo(() => siteHtml({ websiteId, content, formName: () => '' }, 0), [websiteId, content])
  return (
    <span
      aria-hidden
      inert
      style={{ width, height }}
      className={cn('block shrink-0 overflow-hidden rounded-sm border bg-white', className)}
    >
      <PageFrame html={html} title="" width={PAGE_WIDTH} scale={width / PAGE_WIDTH} />
    </span>
  )
}
