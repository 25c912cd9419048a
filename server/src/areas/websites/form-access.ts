import type { WebsiteContent } from '@throughline/contracts/website-content'
import { formIdsIn } from '@throughline/flow/site-check'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { notFound } from '../../core/errors.ts'
import { requireVisibleForm } from '../forms/forms.public.ts'
import { type VisibilityScope, visibleTo } from '../workflows/workflows.public.ts'
import type { OpenedWebsite } from './opened.ts'

const newForms = (before: WebsiteContent | undefined, after: WebsiteContent) => {
  const known = new Set(before ? formIdsIn(before) : [])
  return formIdsIn(after).filter((id) => !known.has(id))
}

/** Forms that it did not show before must be there for this person; the others may have been deleted meanwhile. */
export async function requireForms(
  tx: ReadTx,
  viewer: VisibilityScope,
  before: WebsiteContent | undefined,
  after: WebsiteContent,
): Promise<void> {
  for (const id of newForms(before, after)) await requireVisibleForm(tx, viewer, id)
}

/** Of content that was kept before: its forms may have been deleted since, but none may be hidden from this person. */
export async function refuseHiddenForms(
  tx: ReadTx,
  viewer: VisibilityScope,
  before: WebsiteContent | undefined,
  after: WebsiteContent,
): Promise<void> {
  const visible = await visibleTo(tx, viewer)
  if (newForms(before, after).some((id) => !visible.canSeeForm(id))) throw notFound('This form')
}

/** Visitors read the titles of forms on the public version; any other is told to those who may see the form. */
export async function withoutHiddenForms<T extends { id: string }>(
  tx: ReadTx,
  viewer: VisibilityScope,
  { row, latest }: Pick<OpenedWebsite, 'row' | 'latest'>,
  forms: readonly T[],
): Promise<T[]> {
  const visible = await visibleTo(tx, viewer)
  const inPublic = new Set<string>(latest && row.current_version !== null ? formIdsIn(latest) : [])
  return forms.filter(({ id }) => inPublic.has(id) || visible.canSeeForm(id))
}
