import type { Made } from '@throughline/contracts/endpoint'
import type { getWebsite, listWebsites, restoreWebsite } from '@throughline/contracts/websites'
import { checkWebsite, diffWebsites } from '@throughline/flow/site-check'
import * as z from 'zod/mini'
import type { Config } from '../../core/config.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { authored, authorsIn, authorsNamed, type VisibilityScope } from '../workflows/workflows.public.ts'
import { withoutHiddenForms } from './form-access.ts'
import { openWebsite, readContent } from './opened.ts'
import { factsFrom, publicUrl, shownForms, shownPictures } from './site-facts.ts'
import { movesOf } from './versions.queries.ts'
import type { ListedRow } from './websites.queries.ts'

type WebsiteAnswer = Made<typeof getWebsite>['data']
type RowAnswer = Made<typeof restoreWebsite>['data']
type ListAnswer = Made<typeof listWebsites>['data']

type RowStored = Omit<ListedRow, 'changed_key' | 'preview' | 'updated_by' | 'unpublished_at' | 'unpublished_by'>

export function rowWire(config: Config, row: RowStored): RowAnswer {
  const isPublished = row.current_version !== null
  return {
    id: row.id,
    title: row.title,
    status: isPublished ? 'published' : 'draft',
    is_published: isPublished,
    published_at: row.published_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    page_count: row.page_count,
    current_version: row.current_version,
    draft_changes: row.draft_changes,
    publishUrl: publicUrl(config, row.id),
    deleted_at: row.deleted_at?.toISOString() ?? null,
  }
}

/** As the list shows them, with the people who changed them last or took them off their address. */
export async function listedWebsites(tx: ReadTx, config: Config, rows: readonly ListedRow[]): Promise<ListAnswer> {
  const named = rows.flatMap(({ updated_by, unpublished_by }) => [updated_by, unpublished_by])
  const people = await authorsNamed(
    tx,
    named.filter((id) => id !== null),
  )
  const nameOf = (member: string | null) => people.find(({ id }) => id === member) ?? null
  return rows.map((row) => ({
    ...rowWire(config, row),
    preview: readContent(row.preview),
    changed_by: nameOf(row.updated_by),
    unpublished:
      row.current_version === null && row.unpublished_at
        ? { at: row.unpublished_at.toISOString(), by: nameOf(row.unpublished_by) }
        : null,
  }))
}

/** The whole of a website as it is now. */
export async function wholeWebsite(
  tx: ReadTx,
  config: Config,
  viewer: VisibilityScope,
  id: string,
): Promise<{ data: WebsiteAnswer }> {
  const opened = await openWebsite(tx, id)
  const { row, draft, latest, marks } = opened
  const authors = authorsIn(marks)
  const people = await authorsNamed(tx, [...authors, ...(row.updated_by ? [row.updated_by] : [])])
  const named = (member: string | null) => people.find((person) => person.id === member)
  const forms = await shownForms(tx, config, draft)
  const pictures = await shownPictures(tx, id, draft)
  const moves = await movesOf(tx.db, tx.tenantId, id)
  return {
    data: {
      ...rowWire(config, row),
      ...draft,
      metadata: z.parse(z.record(z.string(), z.string()), row.metadata),
      organization: row.organization,
      version: row.version,
      changed_by: named(row.updated_by) ?? null,
      changes: authored(diffWebsites(latest, draft), marks),
      authors: authors.flatMap((member) => named(member) ?? []),
      problems: checkWebsite(draft, factsFrom(pictures, forms)),
      pictures: [...pictures].flatMap(([picture, drawn]) =>
        drawn ? [{ id: picture, ...drawn, smaller: [...drawn.smaller] }] : [],
      ),
      forms: await withoutHiddenForms(tx, viewer, opened, forms),
      moves: moves.map(({ path, page_id, moved_at }) => ({
        page: page_id,
        path,
        until: moved_at?.toISOString() ?? null,
      })),
    },
  }
}
