import { useInfiniteQuery } from '@tanstack/react-query'
import type { WebsiteContent } from '@throughline/contracts/website-content'
import type { Website } from '@throughline/contracts/websites'
import { useEffect, useRef, useState } from 'react'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { TimeAgo } from '../../../shared/time-ago.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { texts as builderTexts, spec } from '../builder.texts.ts'
import { websiteVersionsQuery } from '../websites.api.ts'
import { PageFrame } from './page-frame.tsx'

const PREVIEW_WIDTH = 1280
const DIALOG_WIDTH = 960

type PreviewProps = { content: WebsiteContent; htmlOf: (page: number) => string; first: number; onClose: () => void }

/** Every page as visitors will see it. */
export function PreviewDialog({ content, htmlOf, first, onClose }: PreviewProps) {
  const [page, setPage] = useState(content.pages[first]?.id ?? '')
  const place = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(DIALOG_WIDTH - 40)
  useEffect(() => {
    if (place.current) setRoom(place.current.clientWidth)
  }, [])
  const scale = Math.min(1, room / PREVIEW_WIDTH)
  return (
    <Dialog title={spec.preview} width={DIALOG_WIDTH} onClose={onClose}>
      <div ref={place}>
        <Tabs
          label={builderTexts.pageTabs}
          value={page}
          onChange={setPage}
          items={content.pages.map(({ id, title }, at) => ({
            value: id,
            label: title,
            content: (
              <div className="mt-3 overflow-hidden rounded-md border">
                {id === page && <PageFrame html={htmlOf(at)} title={title} width={PREVIEW_WIDTH} scale={scale} />}
              </div>
            ),
          }))}
        />
      </div>
    </Dialog>
  )
}

const { history: texts } = builderTexts

type VersionsProps = { website: Website; onRestore: ((number: number) => void) | undefined; onClose: () => void }

export function VersionsDialog({ website, onRestore, onClose }: VersionsProps) {
  const query = useInfiniteQuery(websiteVersionsQuery(website.id))
  const versions = query.data?.pages.flatMap(({ data }) => data)
  return (
    <Dialog title={texts.title} onClose={onClose}>
      {query.isPending && (
        <Loading label={texts.loading} className="space-y-2">
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </Loading>
      )}
      {query.isError && <QueryFailed query={query} title={texts.failed} />}
      {versions?.length === 0 && (
        <div className="py-6 text-center">
          <p className="font-medium">{texts.none}</p>
          <p className="text-sm text-fg-3">{texts.noneHint}</p>
        </div>
      )}
      <ul className="divide-y">
        {versions?.map(({ number, published_at, published_by, change_count }) => (
          <li key={number} className="flex items-center gap-3 py-2.5">
            <span className="min-w-0 flex-1">
              <span className="flex items-center gap-2 text-md font-medium">
                {texts.number(number)}
                {number === website.current_version && <Tag tone="success">{texts.public}</Tag>}
              </span>
              <span className="block truncate text-sm text-fg-3">
                <span translate="no">{published_by?.name}</span> · <TimeAgo at={published_at} /> ·{' '}
                {texts.changes(change_count)}
              </span>
            </span>
            {onRestore && (
              <Button size="sm" onClick={() => onRestore(number)}>
                {texts.restore}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
