import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { FileHit, FileTextHit } from '@throughline/contracts/search'
import { Eye, FileText, ScanText } from 'lucide-react'
import { useMemo } from 'react'
import { FileGlyph } from '../../../shared/file-glyph.tsx'
import { listText } from '../../../shared/format/list-text.ts'
import { Marked } from '../../../shared/marked.tsx'
import { TimeAgo } from '../../../shared/time-ago.tsx'
import { cn } from '../../../ui/cn.ts'
import { MAX_TEXTS, textsQuery } from '../search.api.ts'
import { texts } from '../search.texts.ts'
import type { SearchAddress } from '../search-address.ts'
import { HitLine } from './hit-line.tsx'

type FileHitsProps = { q: string; hits: readonly FileHit[]; address: SearchAddress }

/** Cards, ten of which ask at once where their texts match. */
export function FileHits({ q, hits, address }: FileHitsProps) {
  const groups = useMemo(
    () =>
      Array.from({ length: Math.ceil(hits.length / MAX_TEXTS) }, (_, n) =>
        hits.slice(n * MAX_TEXTS, (n + 1) * MAX_TEXTS),
      ),
    [hits],
  )
  return (
    <ul
      className={
        address.tab === 'files' ? undefined : 'grid grid-cols-[repeat(auto-fill,minmax(min(380px,100%),1fr))] gap-3'
      }
    >
      {groups.map((group) => (
        <FileCards key={group[0]?.id} q={q} hits={group} address={address} />
      ))}
    </ul>
  )
}

function FileCards({ q, hits, address }: FileHitsProps) {
  const ids = hits.map(({ id }) => id)
  const { data = [] } = useQuery(textsQuery(q, ids))
  return hits.map((hit) => (
    <FileCard key={hit.id} hit={hit} found={data.find(({ id }) => id === hit.id)} address={address} />
  ))
}

type FileCardProps = { hit: FileHit; found: FileTextHit | undefined; address: SearchAddress }

/** A card among results of all kinds; where files stand alone, a row that names every page. */
function FileCard({ hit, found, address }: FileCardProps) {
  const isAlone = address.tab === 'files'
  return (
    <li
      data-row={hit.id}
      className={cn(
        'relative flex gap-3 p-3 hover:bg-surface-2 has-focus-visible:bg-accent-subtle',
        isAlone ? 'not-first:border-t' : 'card rounded-lg border bg-card',
      )}
    >
      <FileGlyph contentType={hit.type} size={30} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <Link
          data-main
          to="/search"
          search={{ ...address, file: hit.id }}
          className="inset-focus line-clamp-2 rounded-xs font-medium wrap-anywhere after:absolute after:inset-0"
        >
          <Marked text={hit.name} ranges={hit.name_ranges} />
        </Link>
        {found ? (
          <p className="line-clamp-2 text-xs text-fg-2 wrap-anywhere">
            <Marked text={found.text} ranges={found.ranges} />
          </p>
        ) : (
          <HitLine match={hit.match} />
        )}
        <div className="mt-auto flex items-center gap-2 pt-1 text-xs text-fg-3">
          {found && (isAlone ? <AllPages found={found} /> : <FirstPage found={found} />)}
          <TimeAgo at={hit.updated_at} />
          {isAlone && (hit.client ?? hit.entity) && <span aria-hidden>·</span>}
          <span translate="no" className={cn('truncate', !isAlone && 'ml-auto pl-2')}>
            {hit.client ?? hit.entity}
          </span>
        </div>
      </div>
    </li>
  )
}

function FirstPage({ found: { page, page_count, pages, is_scan } }: { found: FileTextHit }) {
  return (
    <>
      {page !== null && (
        <span className="inline-flex shrink-0 items-center gap-1 font-medium text-fg-2">
          <FileText size={12} aria-hidden />
          {texts.page(page, page_count)}
        </span>
      )}
      {pages.length > 1 && <span className="shrink-0">{texts.morePages(pages.length - 1)}</span>}
      {is_scan && (
        <span className="inline-flex shrink-0 items-center gap-1">
          <ScanText size={12} aria-hidden />
          {texts.scan}
        </span>
      )}
    </>
  )
}

const MOST_PAGES = 6

function pagesText({ pages }: FileTextHit): string {
  const shown = pages.slice(0, MOST_PAGES).map(({ page }) => String(page))
  const others = pages.length - shown.length
  return texts.pages(listText(others > 0 ? [...shown, texts.otherPages(others)] : shown), pages.length)
}

function AllPages({ found }: { found: FileTextHit }) {
  return (
    <>
      {found.pages.length > 0 && (
        <span className="tnum inline-flex min-w-0 shrink-0 items-center gap-1.5 rounded-sm bg-surface-3 px-2 py-0.5 font-medium text-fg-2">
          <Eye size={12} aria-hidden className="shrink-0" />
          {pagesText(found)}
        </span>
      )}
      {found.is_scan && (
        <span className="inline-flex shrink-0 items-center gap-1.5 rounded-sm bg-surface-3 px-2 py-0.5 font-medium text-fg-2">
          <ScanText size={12} aria-hidden />
          {texts.scan}
        </span>
      )}
    </>
  )
}
