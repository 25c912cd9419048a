import { MAX_SITE_BYTES, WebsiteContent } from '@throughline/contracts/website-content'
import { hashWebsite } from '@throughline/flow/site-check'
import * as z from 'zod/mini'
import { isStorable } from '../../core/db/storable.ts'
import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'
import { invalid, notFound } from '../../core/errors.ts'
import { type Marks, type RecentChange, readMarks, readRecent } from '../workflows/workflows.public.ts'
import { findWebsite, lockWebsite, type StoredWebsite, type WebsiteState } from './websites.queries.ts'

export const noSuchWebsite = () => notFound('This website')

export const readContent = (stored: unknown): WebsiteContent => z.parse(WebsiteContent, stored)

/** Whether two say the same, in whatever order of keys. */
export const isSameContent = (one: WebsiteContent, other: WebsiteContent): boolean =>
  hashWebsite(one) === hashWebsite(other)

/** Refuses what no column can hold, and what is too large to keep quick; whether it can be published is another question. */
export function requireStorable(content: WebsiteContent): void {
  if (Buffer.byteLength(JSON.stringify(content)) > MAX_SITE_BYTES) {
    throw invalid(`A website can have up to ${MAX_SITE_BYTES / 1_024} KB of content. Remove or shorten some of it.`)
  }
  if (!isStorable(content)) throw invalid('Some of the data can’t be stored')
}

/** A website as somebody works on it. */
export interface OpenedWebsite {
  id: string
  row: StoredWebsite
  draft: WebsiteContent
  /** What the draft is compared with: the latest version; undefined until there is one. */
  latest: WebsiteContent | undefined
  marks: Marks
  recent: RecentChange[]
}

export async function openWebsite(tx: ReadTx, id: string, state: WebsiteState = 'live'): Promise<OpenedWebsite> {
  const row = await findWebsite(tx.db, tx.tenantId, id, state)
  if (!row) throw noSuchWebsite()
  return {
    id,
    row,
    draft: readContent(row.content),
    latest: row.latest === null ? undefined : readContent(row.latest),
    marks: readMarks(row.authors),
    recent: readRecent(row.recent),
  }
}

/** Locked first, then read: what is read is what is changed. */
export async function openForChange(tx: TenantTx, id: string, state: WebsiteState = 'live'): Promise<OpenedWebsite> {
  if (!(await lockWebsite(tx.db, tx.tenantId, id, state))) throw noSuchWebsite()
  return openWebsite(tx, id, state)
}

/** Tells the open pages of an act, and writes it into the trail. */
export function recordAct(
  tx: TenantTx,
  act: string,
  { id, title }: { id: string; title: string },
  data: Record<string, string | number> = {},
): void {
  tx.emit({ type: act, kind: 'website', id })
  tx.audit({ act, kind: 'website', id, data: { name: title, ...data } })
}
