import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Form, FormChange, FormVersion } from '@throughline/contracts/forms'
import { CircleDot, History, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useZone } from '../../../../shared/current-user.ts'
import { momentText } from '../../../../shared/format/moments.ts'
import { QueryFailed } from '../../../../shared/query-failed.tsx'
import { useNow } from '../../../../shared/use-now.ts'
import { Button } from '../../../../ui/button.tsx'
import { cn } from '../../../../ui/cn.ts'
import { Loading, Skeleton } from '../../../../ui/skeleton.tsx'
import { Tag } from '../../../../ui/tag.tsx'
import { versionQuery, versionsQuery } from '../../builder.api.ts'
import { texts as builderTexts } from '../../builder.texts.ts'
import { changeText } from '../change-text.ts'
import { SidePanel } from './side-panel.tsx'

const texts = builderTexts.versions

type VersionsPanelProps = {
  form: Form
  /** Absent: only to be looked at. */
  onRestore: ((number: number) => void) | undefined
  onDiscard: (() => void) | undefined
  onShow: (version: FormVersion) => void
  onClose: () => void
}

/** Newest first; the draft stands above them. */
export function VersionsPanel({ form, onRestore, onDiscard, onShow, onClose }: VersionsPanelProps) {
  const query = useInfiniteQuery(versionsQuery(form.id))
  const versions = query.data?.pages.flatMap((page) => page.data) ?? []
  return (
    <SidePanel title={texts.title} icon={History} onClose={onClose} footer={texts.note}>
      <ol className="px-4 py-3">
        {form.draft && <Draft form={form} onDiscard={onDiscard} />}
        {versions.map((version) => (
          <Version
            key={version.number}
            form={form}
            version={version}
            onRestore={onRestore && version.number !== form.current_version ? onRestore : undefined}
            onShow={onShow}
          />
        ))}
      </ol>
      {query.isPending && (
        <Loading label={texts.loading} className="px-4">
          <Skeleton className="h-16" />
        </Loading>
      )}
      {query.isError && <QueryFailed query={query} title={texts.failed} />}
      {query.isSuccess && versions.length === 0 && <p className="px-4 pb-4 text-sm text-fg-3">{texts.none}</p>}
      {query.hasNextPage && (
        <Button
          size="sm"
          className="mx-4 mb-4"
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
    </SidePanel>
  )
}

const item = 'relative flex gap-3 pb-4'

function Draft({ form, onDiscard }: { form: Form; onDiscard: (() => void) | undefined }) {
  const zone = useZone()
  const now = useNow()
  if (!form.draft) return null
  const { authors, updated_at, changes } = form.draft
  return (
    <li className={item}>
      <CircleDot size={15} aria-hidden className="mt-0.5 shrink-0 text-warning-mark" />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-semibold">{texts.draft}</p>
        <p className="mt-0.5 text-xs text-fg-3">
          <span translate="no">{authors.map(({ name }) => name).join(', ')}</span> · {momentText(updated_at, zone, now)}
        </p>
        <Changes changes={changes} />
        {onDiscard && form.current_version !== null && (
          <Button size="sm" variant="ghost" className="mt-1 -ml-2.5" onClick={onDiscard}>
            {texts.discard}
          </Button>
        )}
      </div>
    </li>
  )
}

const MAX_LINES = 8

function Changes({ changes }: { changes: readonly FormChange[] }) {
  const lines = changes.slice(0, MAX_LINES)
  return (
    <ul className="mt-1.5 space-y-0.5 text-sm text-fg-2">
      {lines.map((change, at) => (
        <li
          key={at}
          className={cn(
            'wrap-anywhere',
            change.kind === 'added' && 'text-success-fg',
            change.kind === 'removed' && 'text-danger-fg',
          )}
        >
          {changeText(change)}
        </li>
      ))}
      {changes.length > lines.length && (
        <li className="text-fg-3">{texts.furtherChanges(changes.length - lines.length)}</li>
      )}
    </ul>
  )
}

type VersionProps = Pick<VersionsPanelProps, 'form' | 'onRestore' | 'onShow'> & { version: FormVersion }

function Version({ form, version, onRestore, onShow }: VersionProps) {
  const [open, setOpen] = useState(false)
  const zone = useZone()
  const now = useNow()
  const { data } = useQuery({ ...versionQuery(form.id, version.number), enabled: open })
  const isPublic = form.status === 'active' && version.number === form.current_version
  const { number, note, published_at, published_by, change_count, submission_count } = version
  return (
    <li className={item}>
      <CircleDot
        size={15}
        aria-hidden
        className={cn('mt-0.5 shrink-0', isPublic ? 'text-success-mark' : 'text-fg-3')}
      />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2 text-sm">
          <b className="font-semibold">{texts.version(number)}</b>
          {isPublic && <Tag tone="success">{texts.public}</Tag>}
          <span className="flex-1" />
          <span className="text-xs text-fg-3">{texts.responses(submission_count)}</span>
        </p>
        <p className="mt-0.5 text-xs text-fg-3">
          {published_by && <span translate="no">{published_by.name} · </span>}
          {momentText(published_at, zone, now)}
        </p>
        {note && (
          <p translate="no" className="mt-1 text-sm wrap-anywhere">
            {note}
          </p>
        )}
        {open && data && <Changes changes={data.changes} />}
        <div className="mt-1 -ml-2.5 flex flex-wrap">
          {change_count > 0 && (
            <Button size="sm" variant="ghost" aria-expanded={open} onClick={() => setOpen(!open)}>
              {texts.changes(change_count)}
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={() => onShow(version)}>
            {texts.show}
          </Button>
          {onRestore && (
            <Button size="sm" variant="ghost" icon={RotateCcw} onClick={() => onRestore(number)}>
              {texts.restore}
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}
