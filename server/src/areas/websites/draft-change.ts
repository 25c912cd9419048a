import type { WebsiteContent } from '@throughline/contracts/website-content'
import { diffWebsites, type WebsiteDifference } from '@throughline/flow/site-check'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { addRecent, marked, requireCurrentDraft } from '../workflows/workflows.public.ts'
import { isSameContent, type OpenedWebsite, requireStorable } from './opened.ts'
import { changeDraftRow, changeWebsite } from './websites.queries.ts'

/** In words that follow a name. */
function describe({ kind, what, name, page }: WebsiteDifference): string {
  if (what === 'element') return `${kind} “${name}” on ${page ?? 'a page'}`
  return what === 'page' ? `${kind} the page “${name}”` : `${kind} the website’s ${what}`
}

export const requireCurrent = (tx: TenantTx, { row, recent }: OpenedWebsite, base: number | undefined) =>
  requireCurrentDraft(tx, { version: row.version, recent }, base, 'This website')

/** Makes this the draft, in the viewer's name. Content that equals the draft writes nothing; says whether it did. */
export async function changeDraft(
  tx: TenantTx,
  viewer: Pick<Viewer, 'memberId'>,
  { id, row, draft, latest, marks, recent }: OpenedWebsite,
  content: WebsiteContent,
): Promise<boolean> {
  if (isSameContent(draft, content)) return false
  requireStorable(content)
  const version = row.version + 1
  const by = { member: viewer.memberId, at: new Date().toISOString(), version }
  const made = diffWebsites(draft, content)
  const after = diffWebsites(latest, content)
  await changeDraftRow(tx.db, tx.tenantId, id, {
    content,
    version,
    authors: marked(marks, { made, before: diffWebsites(latest, draft), after, by }),
    recent: addRecent(
      recent,
      made.map((change) => ({ path: change.path, said: describe(change) })),
      by,
    ),
    changes: after.length,
    updated_by: viewer.memberId,
  })
  await changeWebsite(tx.db, tx.tenantId, id, { title: content.title, page_count: content.pages.length })
  tx.emit({ type: 'website.draft', kind: 'website', id })
  return true
}
