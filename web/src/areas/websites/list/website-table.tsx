import { Link } from '@tanstack/react-router'
import type { ListedWebsite, WebsiteRow } from '@throughline/contracts/websites'
import { ExternalLink, Link2 } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { useZone } from '../../../shared/current-user.ts'
import { shortDate } from '../../../shared/format/time.ts'
import { ListTable } from '../../../shared/list-page/list-table.tsx'
import type { List } from '../../../shared/list-page/use-list.ts'
import { DateOf, DeletedAgo, TimeAgo } from '../../../shared/time-ago.tsx'
import { useNow } from '../../../shared/use-now.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { buttonClass } from '../../../ui/button-style.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { spec, texts } from '../websites.texts.ts'
import { Thumbnail } from './thumbnail.tsx'
import { titleOf } from './use-website-acts.ts'

type SiteColumn = Column<ListedWebsite, 'name' | 'created' | 'updated' | 'status' | 'deleted' | 'actions'>

const roomy = 'hidden @min-[760px]:table-cell'

/** Long enough to be told apart from others. */
const addressOf = ({ id }: WebsiteRow) => `/public/websites/${id.slice(0, 4)}…`

function Name({ site }: { site: ListedWebsite }) {
  return (
    <span className="flex min-w-0 items-center gap-4">
      <Thumbnail content={site.preview} websiteId={site.id} width={112} height={70} />
      <span className="min-w-0">
        {site.deleted_at ? (
          <span translate="no" dir="auto" className="block truncate font-medium">
            {titleOf(site)}
          </span>
        ) : (
          <Link
            to="/website-builder/$websiteId"
            params={{ websiteId: site.id }}
            data-main
            translate="no"
            dir="auto"
            className="inset-focus row-target block truncate rounded-xs text-left font-medium"
          >
            {titleOf(site)}
          </Link>
        )}
        <span className="flex items-center gap-1.5 truncate text-xs text-fg-3">
          <Link2 size={12} aria-hidden className="shrink-0" />
          <span translate="no" className="truncate">
            {addressOf(site)}
          </span>
          <span className="shrink-0">· {texts.pages(site.page_count)}</span>
        </span>
      </span>
    </span>
  )
}

function Status({ site: { status, published_at, draft_changes, unpublished } }: { site: ListedWebsite }) {
  const [zone, now] = [useZone(), useNow()]
  const isPublished = status === 'published'
  const offline = unpublished
    ? texts.offlineSince(shortDate(unpublished.at, zone, now), unpublished.by?.name)
    : texts.offline
  const before = published_at === null ? texts.notPublished : offline
  const note = isPublished ? draft_changes > 0 && texts.changes(draft_changes) : before
  return (
    <span className="block">
      <Tag tone={isPublished ? 'success' : 'neutral'}>{isPublished ? spec.published : spec.draft}</Tag>
      {note && <span className="mt-0.5 line-clamp-2 text-xs whitespace-normal text-fg-3">{note}</span>}
    </span>
  )
}

const name: SiteColumn = { key: 'name', header: spec.columns.name, cell: (site) => <Name site={site} /> }

const created: SiteColumn = {
  key: 'created',
  header: spec.columns.created,
  className: `${roomy} w-[126px]`,
  cell: ({ created_at }) => (
    <span className="text-fg-2">
      <DateOf at={created_at} />
    </span>
  ),
}

const updated: SiteColumn = {
  key: 'updated',
  header: spec.columns.updated,
  className: `${roomy} w-[164px]`,
  cell: ({ updated_at, changed_by }) => (
    <span title={changed_by?.name} className="flex items-center gap-2">
      {changed_by && <Avatar name={changed_by.name} src={changed_by.photo ?? undefined} />}
      <span className="sr-only">{changed_by?.name}</span>
      <TimeAgo at={updated_at} className="text-fg-2" />
    </span>
  ),
}

const status: SiteColumn = {
  key: 'status',
  header: spec.columns.status,
  className: 'w-[140px] @min-[760px]:w-[200px]',
  cell: (site) => <Status site={site} />,
}

const deleted: SiteColumn = {
  key: 'deleted',
  header: texts.deleted,
  className: 'w-[210px]',
  cell: ({ deleted_at }) => deleted_at && <DeletedAgo at={deleted_at} />,
}

function ViewLink({ site }: { site: WebsiteRow }) {
  if (site.status !== 'published' || site.deleted_at) return null
  return (
    <a
      href={site.publishUrl}
      target="_blank"
      rel="noreferrer"
      aria-label={texts.viewOf(titleOf(site))}
      className={buttonClass({ variant: 'ghost', size: 'sm' })}
    >
      <ExternalLink size={14} aria-hidden />
      {spec.view}
    </a>
  )
}

type MenuOf = (site: WebsiteRow) => ReactNode

const actionsWith = (menu: MenuOf): SiteColumn => ({
  key: 'actions',
  header: spec.columns.actions,
  width: 132,
  align: 'end',
  cell: (site) => (
    <span className="flex items-center justify-end gap-1">
      <ViewLink site={site} />
      {menu(site)}
    </span>
  ),
})

type WebsiteTableProps = { list: List<ListedWebsite>; trash: boolean; menu: MenuOf }

export function WebsiteTable({ list, trash, menu }: WebsiteTableProps) {
  const columns = useMemo((): SiteColumn[] => {
    const actions = actionsWith(menu)
    return trash ? [name, deleted, actions] : [name, created, updated, status, actions]
  }, [trash, menu])
  return (
    <ListTable
      list={list}
      caption={spec.title}
      columns={columns}
      name={titleOf}
      className="[--row-height:5.75rem] [&_tr]:relative"
    />
  )
}
