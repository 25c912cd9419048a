import type { Made } from '@throughline/contracts/endpoint'
import type { getWebsite, restoreWebsite } from '@throughline/contracts/websites'
import { checkWebsite, diffWebsites } from '@throughline/flow/site-check'
import * as z from 'zod/mini'
import type { Config } from '../../core/config.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { authored, authorsIn, authorsNamed } from '../workflows/workflows.public.ts'
import { openWebsite } from './opened.ts'
import { factsFrom, publicUrl, shownForms, shownPictures } from './site-facts.ts'
import { movesOf } from './versions.queries.ts'
import type { WebsiteRowStored } from './websites.queries.ts'

type WebsiteAnswer = Made<typeof getWebsite>['data']
type RowAnswer = Made<typeof restoreWebsite>['data']

export function rowWire(config: Config, row: Omit<WebsiteRowStored, 'changed_key' | 'preview'>): RowAnswer {
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

/** The whole of a website as it is now. */
export async function wholeWebsite(tx: ReadTx, config: Config, id: string): Promise<{ data: WebsiteAnswer }> {
  const { row, draft, latest, marks } = await openWebsite(tx, id)
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
      forms,
      moves: moves.map(({ path, page_id, moved_at }) => ({
        page: page_id,
        path,
        until: moved_at?.toISOString() ?? null,
      })),
    },
  }
}
