import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Website, WebsiteVersion } from '@throughline/contracts/websites'
import { Circle, CircleDashed, CircleDot, type LucideIcon, RotateCcw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { QueryFailed } from '../../../shared/query-failed.tsx'
import { DateOf } from '../../../shared/time-ago.tsx'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { uiTexts } from '../../../ui/ui.texts.ts'
import { texts as builderTexts } from '../builder.texts.ts'
import { websiteVersionQuery, websiteVersionsQuery } from '../websites.api.ts'
import { ChangeList } from './publish-dialog.tsx'

const texts = builderTexts.history

type VersionsPanelProps = {
  website: Website
  /** The version on the canvas; undefined for the draft. */
  shown: number | undefined
  onShow: (number: number | undefined) => void
  /** Absent: only to be looked at. */
  onRestore: ((number: number) => void) | undefined
  onRollBack: ((number: number) => void) | undefined
  onClose: () => void
}

/** Newest first, the draft above them. The canvas shows the one that is chosen. */
export function VersionsPanel({ website, shown, onShow, onRestore, onRollBack, onClose }: VersionsPanelProps) {
  const query = useInfiniteQuery(websiteVersionsQuery(website.id))
  const versions = query.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <aside aria-label={texts.title} className="flex w-85 shrink-0 flex-col border-l bg-surface">
      <header className="flex min-h-12 shrink-0 items-center gap-2 border-b py-1 pr-2 pl-4">
        <div className="min-w-0 flex-1">
          <h2 className="text-sm tracking-normal">{texts.title}</h2>
          {shown !== undefined && <p className="text-xs text-fg-3">{texts.showing(shown)}</p>}
        </div>
        <IconButton label={uiTexts.close} kbd="Escape" icon={X} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Row
          icon={CircleDashed}
          chosen={shown === undefined}
          onChoose={() => onShow(undefined)}
          at={website.updated_at}
        >
          <b className="font-semibold">{texts.draft}</b>
          <span className="block text-xs text-fg-3">{texts.changes(website.draft_changes)}</span>
        </Row>
        {versions.map((version) => (
          <Version key={version.number} {...{ version, website }} chosen={version.number === shown} onShow={onShow} />
        ))}
        {query.isPending && (
          <Loading label={texts.loading} className="space-y-2 p-4">
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
          </Loading>
        )}
        {query.isError && <QueryFailed query={query} title={texts.failed} />}
        {query.isSuccess && versions.length === 0 && (
          <div className="px-4 py-6 text-center">
            <p className="font-medium">{texts.none}</p>
            <p className="text-sm text-fg-3">{texts.noneHint}</p>
          </div>
        )}
        {query.hasNextPage && (
          <Button size="sm" className="m-4" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {texts.more}
          </Button>
        )}
        {shown !== undefined && <Changes websiteId={website.id} number={shown} />}
      </div>
      {shown !== undefined && onRestore && (
        <footer className="flex shrink-0 gap-2 border-t p-3">
          <Button icon={RotateCcw} className="flex-1" onClick={() => onRestore(shown)}>
            {texts.restore}
          </Button>
          {onRollBack && shown !== website.current_version && (
            <Button variant="primary" className="flex-1" onClick={() => onRollBack(shown)}>
              {texts.rollBack(shown)}
            </Button>
          )}
        </footer>
      )}
    </aside>
  )
}

type RowProps = { icon: LucideIcon; chosen: boolean; at: string; onChoose: () => void; children: ReactNode }

function Row({ icon: Icon, chosen, at, onChoose, children }: RowProps) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onChoose}
      className="inset-focus flex w-full items-start gap-3 border-b px-4 py-2.5 text-left text-sm hover:bg-surface-2 aria-pressed:bg-accent-subtle"
    >
      <Icon size={14} aria-hidden className="mt-0.5 shrink-0 text-fg-3" />
      <span className="min-w-0 flex-1">{children}</span>
      <span className="text-xs text-fg-2">
        <DateOf at={at} />
      </span>
    </button>
  )
}

type VersionProps = { version: WebsiteVersion; website: Website; chosen: boolean; onShow: (number: number) => void }

function Version({ version, website, chosen, onShow }: VersionProps) {
  const { number, note, published_at, published_by, change_count } = version
  return (
    <Row icon={chosen ? CircleDot : Circle} chosen={chosen} onChoose={() => onShow(number)} at={published_at}>
      <span className="flex items-center gap-2">
        <b className="font-semibold">{texts.number(number)}</b>
        {number === website.current_version && <Tag tone="success">{texts.public}</Tag>}
      </span>
      <span translate="no" className="block truncate text-xs text-fg-2">
        {[note || texts.changes(change_count), published_by?.name].filter(Boolean).join(' · ')}
      </span>
    </Row>
  )
}

function Changes({ websiteId, number }: { websiteId: string; number: number }) {
  const { data } = useQuery(websiteVersionQuery(websiteId, number))
  if (!data) return null
  return (
    <section aria-label={texts.changesIn(number)} className="px-4 py-3">
      <h3 className="mb-1.5 text-xs font-medium text-fg-2">{texts.changesIn(number)}</h3>
      <ChangeList changes={data.changes} />
    </section>
  )
}
